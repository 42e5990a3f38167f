import { fieldsIn, guessFields } from '../../core/containers/fields/field-samples';
import type { FieldSamples } from '../../core/protocol/records';
import { requests } from '../../core/protocol/server';
import type { FileHandle } from '../files/file-handle';
import { Pacer } from '../host/pause';
import { UserError } from '../host/user-error';
import type { FileRequest } from '../requests/file-request';

/** Records whose fields are looked at, and the characters of them after which it is enough. */
const SAMPLED = 50;
const CHARACTERS = 4_000_000;

/** The fields of a file's first records, with likely roles. */
export const fieldSamples: FileRequest<{ readonly file: string }, FieldSamples> = {
  name: requests.fieldSamples,
  async answer({ handle, signal }) {
    const values = await firstValues(handle, signal);
    const fields = fieldsIn(values);
    if (fields.length === 0)
      throw new UserError(
        `${handle.file.path} has no fields to map: its first records are no JSON with names in it`,
      );
    return { records: values.length, fields, guesses: guessFields(values) };
  },
};

async function firstValues({ file }: FileHandle, signal: AbortSignal): Promise<unknown[]> {
  const pacer = new Pacer();
  const values: unknown[] = [];
  let characters = 0;
  for (let index = 0; index < SAMPLED && characters < CHARACTERS; index++) {
    const record = await file.recordAt(index, signal);
    if (!record) break;
    characters += record.text.length;
    const parsed = file.valueOf(record);
    if (parsed?.ok) values.push(parsed.value);
    await pacer.pause(signal);
  }
  return values;
}
