import { describe, expect, it } from 'vitest';
import { formatLink, readLink, type RolloutsLink } from '../../../extension/rollouts/link';

/** What VS Code hands on of a link: its path and its query, decoded once. */
function handed(link: string): ReturnType<typeof readLink> {
  const [, path = '', query = ''] = /^[a-z-]+:\/\/tracehop\.tracehop([^?]*)\?(.*)$/.exec(link) ?? [];
  return readLink(decodeURIComponent(path), decodeURIComponent(query));
}

describe('links to rollouts', () => {
  it.each<RolloutsLink>([
    { paths: ['/runs/step_3.jsonl'], rollout: { index: 17, sample: 0 }, filter: null },
    { paths: ['/runs/a b&c=d#e?f%41+ü.jsonl'], rollout: { index: 0, sample: 5 }, filter: null },
    { paths: ['C:\\runs\\step 1.jsonl'], rollout: null, filter: 'score < 0.5 and question ~ "a&b=c%20+d"' },
    { paths: ['/runs/one', 'runs/two.zip/in side.jsonl'], rollout: null, filter: null },
  ])('say what they were made of: %j', (link) => {
    expect(handed(formatLink('vscode', link))).toEqual(link);
  });

  it('may be written by hand', () => {
    expect(
      handed('vscode://tracehop.tracehop/rollouts?path=/runs/my%20run.jsonl&index=3&filter=score%20%3E%201'),
    ).toEqual({ paths: ['/runs/my run.jsonl'], rollout: { index: 3, sample: 0 }, filter: 'score > 1' });
  });

  it.each([
    ['another place', '/elsewhere', 'path=/a.jsonl'],
    ['no path', '/rollouts', 'index=1'],
    ['an empty path', '/rollouts', 'path='],
    ['an address of the web', '/rollouts', 'path=https://example.org/a.jsonl'],
    ['an address with a scheme', '/rollouts', 'path=vscode-remote:/a.jsonl'],
    ['a file of another machine', '/rollouts', 'path=\\\\server\\share\\a.jsonl'],
    ['the same with slashes', '/rollouts', 'path=//server/share/a.jsonl'],
    ['the same, encoded once more', '/rollouts', 'path=%2F%2Fserver/share/a.jsonl'],
    ['a path with a NUL', '/rollouts', 'path=/a%00.jsonl'],
    ['a number that is none', '/rollouts', 'path=/a.jsonl&index=-1'],
    ['a number that is not exact', '/rollouts', 'path=/a.jsonl&index=99999999999999999999'],
    ['a sample without a record', '/rollouts', 'path=/a.jsonl&sample=1'],
    ['a record of two files', '/rollouts', 'path=/a.jsonl&path=/b.jsonl&index=1'],
    ['a filter without end', '/rollouts', `path=/a.jsonl&filter=${'x'.repeat(10_001)}`],
    ['files without end', '/rollouts', Array.from({ length: 65 }, (_, at) => `path=/${at}`).join('&')],
    ['a path without end', '/rollouts', `path=/${'x'.repeat(5000)}`],
  ])('are not followed where they lead to %s', (_, path, query) => {
    expect(readLink(path, query)).toBeNull();
  });

  it('keep a per cent sign that encodes nothing', () => {
    expect(readLink('/rollouts', 'path=/a.jsonl&filter=question ~ "100 %"')?.filter).toBe(
      'question ~ "100 %"',
    );
  });
});
