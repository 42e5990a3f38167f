import { containers } from '../containers';
import { FIELD_PATH } from '../containers/fields/field-path';
import { FIELD_ROLES, type FieldRole } from '../containers/fields/field-map';
import { mapped } from '../containers/mapped';
import { raw } from '../containers/raw';
import { dialects } from '../trace/dialects';
import type { ObjectShape, Shape, TextShape } from './shape';

/** The only version of `tracehop.yml` there is. */
export const VERSION = 1;

/** What stands for detection. */
export const DETECT = 'auto';

const text = (about: string): TextShape => ({ is: 'text', about });
const texts = (about: string): Shape => ({ is: 'list', of: { is: 'text' }, about });
const named = (about: string, of: Shape): Shape => ({ is: 'names', of, about });
const either = (...of: readonly Shape[]): Shape => ({ is: 'either', of });

const ROLE_ABOUT: Readonly<Record<FieldRole, string>> = {
  text: 'The text of the rollout, or a list of such texts.',
  messages: 'A list of chat messages, in place of a text.',
  prompt: 'The prompt, a text or messages, where it stands apart.',
  question: 'The question.',
  golds: 'The accepted answers: a text, a list, or an object with one of these in it.',
  score: 'The reward, a number or a boolean.',
  step: 'The training step, a number.',
  group: 'What the rollouts of one question in one step have in common.',
  id: 'An id of your own; it is recorded.',
  documents: 'Retrieved passages, where they stand apart from the text.',
};

const path = (about: string): TextShape => ({
  is: 'text',
  about,
  pattern: { source: FIELD_PATH, wanted: 'a path such as `answer`, `meta.score` or `choices[0].text`' },
});

/** The shape of a field map. */
const fieldsShape: ObjectShape = {
  is: 'object',
  about: 'Which field of a record is what, as dotted paths.',
  keys: Object.fromEntries(FIELD_ROLES.map((role) => [role, path(ROLE_ABOUT[role])])),
  oneOf: ['text', 'messages'],
};

const byName = [...containers.filter((container) => container !== mapped), raw].map(({ id }) => id);

/** Keys that mean something already. */
const used = {
  version: { is: 'number', only: VERSION, about: 'The version of this file.' },
  dialects: named('Dialect by glob; the last pattern that matches a file counts.', {
    is: 'text',
    values: [DETECT, ...dialects.map(({ id }) => id)],
  }),
  containers: named(
    'Container by glob, or a field map; the last pattern that matches a file counts.',
    either(
      { is: 'text', values: [DETECT, ...byName], about: 'A container, or auto to detect it.' },
      {
        is: 'object',
        keys: {
          container: { is: 'text', values: [mapped.id], about: 'Always mapped; may be left out.' },
          fields: fieldsShape,
        },
        required: ['fields'],
      },
    ),
  ),
} satisfies Record<string, Shape>;

/** Keys that are read and checked, and do nothing yet. */
const reserved = {
  corpora: named('Corpora by name: one path, or several.', either({ is: 'text' }, texts('Paths.'))),
  indexes: named('Indexes by name.', {
    is: 'object',
    keys: {
      path: text('The index file.'),
      engines: texts('Engines.'),
      model: text('Folder of the embedder.'),
    },
    required: ['path'],
  }),
  retrievers: named('Live retrieval servers by name.', {
    is: 'object',
    keys: { url: text('Address.'), kind: text('Protocol.'), options: { is: 'anything', about: 'Options.' } },
    required: ['url'],
  }),
  profiles: named('Reward profiles by name.', {
    is: 'object',
    keys: {
      components: {
        is: 'list',
        of: {
          is: 'object',
          keys: {
            name: text('What the component is called.'),
            weight: { is: 'number', about: 'Its weight; 1 where it is left out.' },
            component: text('A component that Tracehop knows.'),
            expression: text('An expression over a rollout.'),
            command: text('A command that scores rollouts.'),
          },
          oneOf: ['component', 'expression', 'command'],
        },
      },
    },
    required: ['components'],
  }),
  assertions: texts('Expressions that have to hold for every rollout.'),
  judge: {
    is: 'object',
    about: 'The model that judges answers.',
    keys: { baseUrl: text('An OpenAI-compatible endpoint.'), model: text('The model.') },
    required: ['baseUrl', 'model'],
  },
  bridges: named('Bridges by name: a URL, or an ssh host.', { is: 'text' }),
  redact: {
    is: 'object',
    about: 'What is to be left out of exports.',
    keys: { patterns: texts('Regular expressions.'), fields: texts('Names of fields.') },
  },
} satisfies Record<string, Shape>;

/** Everything that may stand in `tracehop.yml`. */
export const configShape = {
  is: 'object',
  about: 'Settings of Tracehop for the files of one folder.',
  keys: { ...used, ...reserved },
  required: ['version'],
} as const satisfies ObjectShape;

/** A key of the file. */
export type ConfigKey = keyof typeof configShape.keys;

/** What is read where the workspace is not trusted: nothing that names a program, a network or a model. */
export const RESTRICTED_KEYS: readonly ConfigKey[] = ['dialects', 'containers', 'redact'];
