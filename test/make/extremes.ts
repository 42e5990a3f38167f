import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { Phrases, response, writeRollouts } from './bulk';
import { Random } from './random';

/** Characters that are gathered before they are written. */
const PIECE = 1 << 20;

/** Writes so many records of some sixty bytes each, no two alike. */
export function writeTiny(path: string, count: number, seed: number): void {
  const phrases = new Phrases(new Random(seed));
  const { random } = phrases;
  written(path, function* () {
    for (let n = 0; n < count; n++) {
      const [input, output] = [phrases.title(), phrases.title()];
      const score = random.below(3) === 0 ? 1 : 0;
      yield `{"input": "${input}", "output": "<answer>${output}</answer>", "score": ${score}, "step": ${n >>> 13}}\n`;
    }
  });
}

/** Writes files `step_1.jsonl`… of about `bytes` each into a new folder. */
export function writeSteps(folder: string, count: number, bytes: number, seed: number): void {
  mkdirSync(folder);
  const phrases = new Phrases(new Random(seed));
  for (let step = 1; step <= count; step++)
    writeRollouts(join(folder, `step_${step}.jsonl`), bytes, phrases, step);
}

/** Writes one record of about so many bytes, streamed: it may be longer than any string. */
export function writeLongRecord(path: string, bytes: number, seed: number): void {
  const phrases = new Phrases(new Random(seed));
  written(path, function* () {
    yield `{"input": "Which ${phrases.title()} is it?", "output": "`;
    for (let length = 0; length < bytes;) {
      const part = response(phrases);
      length += part.length;
      yield part;
    }
    yield `", "gts": {"target": ["${phrases.title()}"]}, "score": 1.0, "step": 1}\n`;
  });
}

function written(path: string, parts: () => Iterable<string>): void {
  const file = openSync(path, 'w');
  let pending = '';
  const flush = (): void => {
    const chunk = Buffer.from(pending, 'utf8');
    for (let at = 0; at < chunk.length;) at += writeSync(file, chunk, at);
    pending = '';
  };
  try {
    for (const part of parts()) {
      pending += part;
      if (pending.length > PIECE) flush();
    }
    flush();
  } finally {
    closeSync(file);
  }
}
