import { isObject, type JsonObject } from '../../json';

/** A question with the titles of the documents that support its answer. */
export interface EvaluatedQuery {
  readonly query: string;
  /** Titles, each once; empty where the file names none. */
  readonly golds: readonly string[];
}

/** A form that query files come in. */
export interface QueryForm {
  readonly id: string;
  readonly title: string;
  /** The titles of a record's gold documents; null where the record has another form. */
  golds(record: JsonObject): readonly string[] | null;
}

/** HotpotQA's (and 2WikiMultihopQA's) `supporting_facts`: a list of [title, sentence]. */
const hotpotqa: QueryForm = {
  id: 'hotpotqa',
  title: 'HotpotQA’s: `supporting_facts`',
  golds: ({ supporting_facts: facts }) =>
    Array.isArray(facts)
      ? facts.flatMap((fact: unknown) =>
          Array.isArray(fact) && typeof fact[0] === 'string' ? [fact[0]] : [],
        )
      : null,
};

/** MuSiQue's `paragraphs`, of which some have `is_supporting`. Several paragraphs may share a title. */
const musique: QueryForm = {
  id: 'musique',
  title: 'MuSiQue’s: `paragraphs` with `is_supporting`',
  golds: ({ paragraphs }) =>
    Array.isArray(paragraphs) && paragraphs.some((each) => isObject(each) && 'is_supporting' in each)
      ? paragraphs.flatMap((each: unknown) =>
          isObject(each) && each['is_supporting'] === true && typeof each['title'] === 'string'
            ? [each['title']]
            : [],
        )
      : null,
};

/** The examples' own: `supporting`, a list of titles. */
const supporting: QueryForm = {
  id: 'supporting',
  title: 'titles in `supporting`',
  golds: ({ supporting: titles }) =>
    Array.isArray(titles) ? titles.filter((title): title is string => typeof title === 'string') : null,
};

/** Questions without gold documents: they can be asked, and nothing can be said of what comes back. */
const questions: QueryForm = {
  id: 'questions',
  title: 'questions without gold documents',
  golds: () => [],
};

/** Every form, asked in this order; the last takes what is left. */
export const queryForms: readonly QueryForm[] = [supporting, hotpotqa, musique, questions];
