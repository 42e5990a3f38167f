import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requests } from '../../../core/protocol/server';
import { type Bundle, bundleServer } from './bundle';
import { TestClient } from './client';
import { escapedJson } from './escaped-json';
import { PROMPT, positionOf, RESPONSE, ROLLOUT } from './texts';

const OUTPUT = RESPONSE.replace('I need the river', 'Où 😀 est "la rivière"\\/ 河');
const output = escapedJson(OUTPUT);
const head = `{"input": ${escapedJson(PROMPT).json}, "output": `;
const line = `${head}${output.json}, "score": 1}`;

let bundle: Bundle;
let client: TestClient;
let folder: string;
let file: string;
let text: string;

beforeAll(async () => {
  bundle = await bundleServer();
  folder = mkdtempSync(join(tmpdir(), 'tracehop-offset-'));
  const write = (name: string, content: string): string => {
    const path = join(folder, name);
    writeFileSync(path, content);
    return pathToFileURL(path).href;
  };
  file = write('step_1.jsonl', `${line}\n${line}\n`);
  text = write('case.txt', ROLLOUT);
  client = await TestClient.start(bundle.server);
});

afterAll(async () => {
  await client.stop();
  bundle.remove();
  rmSync(folder, { recursive: true });
});

describe('a place in a file', () => {
  it('is a place in a rollout, through the escapes of JSON', async () => {
    for (const words of ['<search>', '河', '<answer>']) {
      const at = OUTPUT.indexOf(words);
      const position = { line: 1, character: head.length + (output.columns[at] ?? NaN) };
      const place = await client.request(requests.ownOffsetAt, { file, position });
      expect(place).toEqual({ file, index: 1, sample: 0, offset: PROMPT.length + at });
    }
  });

  it('is a record alone where no character of a text stands', async () => {
    const position = { line: 1, character: line.length - 2 };
    const place = await client.request(requests.ownOffsetAt, { file, position });
    expect(place).toEqual({ file, index: 1, sample: 0, offset: null });
  });

  it('is a place in plain text', async () => {
    const position = positionOf(ROLLOUT, '<answer>', 2);
    const place = await client.request(requests.ownOffsetAt, { file: text, position });
    expect(place?.offset).not.toBeNull();
    const shown = await client.request(requests.rolloutText, place ?? { file: text, index: 0, sample: 0 });
    expect(shown.text.slice(place?.offset ?? 0)).toMatch(/^<answer>/);
  });
});

describe('where the policy begins', () => {
  it('is after the prompt', async () => {
    const { offset } = await client.request(requests.policyStart, { file, index: 0, sample: 0 });
    expect(offset).toBeGreaterThanOrEqual(PROMPT.length);
    expect(OUTPUT.slice(0, (offset ?? 0) - PROMPT.length).trim()).toBe('');
  });
});
