import type { OwnText } from '../fields/own-text';
import type { JsonObject, JsonPath } from '../fields/values';

/** The prompt around an instruction (AkariAsai/self-rag `retrieval_lm/utils.py` `PROMPT_DICT`). */
const BEFORE = '### Instruction:\n';
const AFTER = '\n\n### Response:\n';
const INPUT = '\n\n### Input:\n';

/**
 * Stands between a task's text and the question: after a blank line, which the long-form script leaves out, and before
 * one, which ARC leaves out (`### Input:`).
 */
const ASKED = '## Input:\n';

/** A prompt that was made of an instruction and an input: the template is put in around them. */
export function addInstruction(own: OwnText, { instruction, input }: JsonObject): void {
  own.render(BEFORE, 'prompt');
  if (typeof instruction === 'string') own.add(instruction, 'prompt', ['instruction']);
  if (typeof input === 'string' && input !== '') {
    own.render(INPUT, 'prompt');
    own.add(input, 'prompt', ['input']);
  }
  own.render(AFTER, 'prompt');
}

/** The question of a prompt: what follows `## Input:`, else the instruction; template and blanks aside. */
export function questionOf(prompt: string): string | null {
  const from = prompt.startsWith(BEFORE) ? BEFORE.length : 0;
  const end = prompt.lastIndexOf(AFTER);
  const instruction = prompt.slice(from, end < from ? prompt.length : end);
  const asked = instruction.lastIndexOf(ASKED);
  const question = (asked < 0 ? instruction : instruction.slice(asked + ASKED.length)).trim();
  return question === '' ? null : question;
}

/** A retrieved passage as the scripts put it into the prompt; tags are put in, title and text are the file's. */
export function addPassage(own: OwnText, ctx: unknown, path: JsonPath): void {
  const { title, text } = (typeof ctx === 'object' && ctx !== null ? ctx : {}) as JsonObject;
  own.render('[Retrieval]', 'policy');
  own.render('<paragraph>', 'environment');
  if (typeof title === 'string') own.add(title, 'environment', [...path, 'title']);
  own.render('\n', 'environment');
  if (typeof text === 'string') own.add(text, 'environment', [...path, 'text']);
  own.render('</paragraph>', 'environment');
}

/** Tokens and end mark off, as the short-form script does before it counts and compares answers. */
export function withoutTokens(text: string): string {
  return text
    .replace(/\[(?:No Retrieval|Retrieval|Continue to Use Evidence|Irrelevant|Relevant)\]/g, '')
    .replace(/\[(?:Fully supported|Partially supported|No support \/ Contradictory|Utility:[1-5])\]/g, '')
    .replace(/<\/?paragraph>|<\/s>|\n/g, '')
    .trim();
}
