import { Document, isMap, parseDocument } from 'yaml';
import type { WrittenFields } from '../containers/fields/field-map';
import { UsageError } from '../containers/usage-error';
import { VERSION } from './keys';
import { readConfig } from './read';

/**
 * The text of a `tracehop.yml` with a field map for a glob: new, or put into the file as it stands, whose comments and
 * order are kept. The entry becomes the last of `containers`, so that it wins over those that are more general. Fails
 * with a `UsageError` where the file is no YAML, or has something else where the entry belongs.
 */
export function withFields(text: string, glob: string, fields: WrittenFields): string {
  const document = text.trim() === '' ? new Document({ version: VERSION }) : parsed(text);
  const containers: unknown = document.get('containers');
  if (containers !== undefined && containers !== null && !isMap(containers))
    throw new UsageError('`containers` in tracehop.yml is no object; mend it first');
  if (isMap(containers)) containers.delete(glob);
  if (isMap(containers) && containers.items.length === 0) containers.flow = false;
  if (!isMap(containers)) document.set('containers', document.createNode({}));
  document.setIn(['containers', glob], document.createNode({ fields }));
  return document.toString({ lineWidth: 0 });
}

function parsed(text: string): Document {
  const document = parseDocument(text, { version: '1.2', schema: 'core', prettyErrors: false });
  const [fault] = document.errors;
  const known = readConfig(text).problems.find(({ message }) => message.includes('version is'));
  if (known) throw new UsageError(`${known.message}; mend tracehop.yml first`);
  if (fault) {
    const { line, column } = readConfig(text).problems[0] ?? { line: 1, column: 1 };
    throw new UsageError(
      `tracehop.yml is no YAML (line ${line}, column ${column}: ${fault.message}); mend it first`,
    );
  }
  // A file of comments alone holds nothing yet: they stay above what is put in.
  if (document.contents === null) document.contents = document.createNode({ version: VERSION }) as never;
  if (!isMap(document.contents)) throw new UsageError('tracehop.yml holds no keys; mend it first');
  if (!document.has('version')) document.contents.items.unshift(document.createPair('version', VERSION));
  return document;
}
