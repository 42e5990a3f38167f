import { describe, expect, it, vi } from 'vitest';

vi.mock('vscode', () => ({ CancellationError: class extends Error {}, l10n: { t: (text: string) => text } }));

const { toError } = await import('../../../extension/server/request-error');
const { UserError } = await import('../../../extension/common/errors');

describe('a sentence of the server', () => {
  it('names the file by its name where it is shown, and by its path in the log', () => {
    const path = '/work/runs/eval set.jsonl';
    const sentence = `${path}, record #0 (line 1) holds no rollout: \`output\` is empty`;
    const error = toError(Object.assign(new Error(sentence), { code: -32803 }), [path]);
    expect(error).toBeInstanceOf(UserError);
    expect(error).toMatchObject({
      message: 'eval set.jsonl, record #0 (line 1) holds no rollout: output is empty',
      full: sentence,
    });
  });
});
