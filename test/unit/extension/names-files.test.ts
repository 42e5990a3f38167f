import { expect, it } from 'vitest';
import { namesFiles } from '../../../extension/config/names-files';

it.each([
  ['version: 1\ncontainers:\n  ./odd.json:\n    fields: { text: out }\n', true],
  ['version: 1\r\n"dialects": { "*.json": react }\r\n', true],
  ['{"version": 1, "containers": {}}', true],
  ['version: 1\nprofiles: {}\n', false],
  ['# containers: none\nversion: 1\n', false],
  ['', false],
])('%j', (text, names) => {
  expect(namesFiles(text)).toBe(names);
});
