import type { BrokenLabelFile, BrokenLine } from './labels';
import { pythonJson, PythonFloat, type PythonValue } from './json';
import { generatedBy, type Outputs } from './outputs';
import { decoded } from './search-r1/prompt';

const record = (more: Record<string, PythonValue> = {}): Record<string, PythonValue> => ({
  input: decoded('On which river lies Fennick?'),
  output: '<think>I know this one.</think>\n<answer> Orlen </answer>',
  gts: { target: ['Orlen', 'Orlen River'] },
  score: new PythonFloat(1),
  step: 7,
  ...more,
});

const plain = pythonJson(record());

/** One line of `examples/broken.jsonl`: what is wrong with it, its bytes, and what a reader should make of it. */
interface Line {
  readonly fault: string;
  readonly expect: BrokenLine['expect'];
  readonly bytes: Uint8Array;
  readonly end: '\n' | '\r\n' | '';
}

const line = (fault: string, expect: BrokenLine['expect'], text: string, end: Line['end'] = '\n'): Line => ({
  fault,
  expect,
  bytes: Buffer.from(text, 'utf8'),
  end,
});

/** `text` with the one character `¿` replaced by raw bytes that are no UTF-8. */
function withBytes(text: string, bytes: readonly number[]): Uint8Array {
  const [before = '', after = ''] = text.split('¿');
  return Buffer.concat([Buffer.from(before, 'utf8'), Buffer.from(bytes), Buffer.from(after, 'utf8')]);
}

const lines: readonly Line[] = [
  line('none', 'rollout', plain),
  line('bare NaN', 'rollout', plain.replace('"score": 1.0', '"score": NaN')),
  line('bare Infinity', 'rollout', plain.replace('"score": 1.0', '"score": -Infinity')),
  line('CRLF', 'rollout', plain, '\r\n'),
  line('escaped slashes', 'rollout', plain.replaceAll('</', '<\\/')),
  line('empty line', 'nothing', ''),
  line('output is a number', 'error', pythonJson(record({ output: 17 }))),
  line('not an object', 'error', '["input", "output"]'),
  line('not JSON', 'error', 'Dumped generations to rollouts/7.jsonl'),
  {
    fault: 'bytes that are no UTF-8',
    expect: 'rollout',
    bytes: withBytes(
      pythonJson(record({ output: '<think>caf¿</think>\n<answer> Orlen </answer>' })),
      [0xe9, 0xff],
    ),
    end: '\n',
  },
  line('half a surrogate pair', 'rollout', plain.replace('I know', '\\ud83d I know')),
  line(
    'golds printed by numpy',
    'rollout',
    plain.replace('["Orlen", "Orlen River"]', `"['Orlen' 'Orlen River']"`),
  ),
  line('torn last line', 'error', plain.slice(0, plain.indexOf('river lies') + 5), ''),
];

/** A small file with one of each fault that readers of rollout logs meet, and a list of what stands where. */
export function writeBroken(out: Outputs): void {
  const file = 'examples/broken.jsonl';
  const chunks: Uint8Array[] = [];
  const labels: BrokenLine[] = [];
  let at = 0;
  for (const [number, { fault, expect, bytes, end }] of lines.entries()) {
    labels.push({ line: number, byteStart: at, byteEnd: at + bytes.length, fault, expect });
    const whole = Buffer.concat([bytes, Buffer.from(end)]);
    chunks.push(whole);
    at += whole.length;
  }
  out.bytes(file, Buffer.concat(chunks));
  const labelled: BrokenLabelFile = { generatedBy, file, container: 'verl-jsonl', lines: labels };
  out.text('test/fixtures/labels/broken.jsonl.json', `${JSON.stringify(labelled, null, 2)}\n`);
}
