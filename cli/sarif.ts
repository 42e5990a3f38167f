import { isAbsolute, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Severity } from '../core/trace/model';
import type { Problem } from './problems';
import { HOMEPAGE } from './version';

/** A rule as SARIF describes it. */
export interface SarifRule {
  readonly id: string;
  readonly title: string;
  readonly severity: Severity;
  /** Path of its page below the repository's root; `docs/findings/<id>.md` when left out. */
  readonly page?: string;
}

const LEVELS: Readonly<Record<Severity, string>> = {
  error: 'error',
  warning: 'warning',
  information: 'note',
  hint: 'note',
};

/** A SARIF 2.1.0 log. Columns count UTF-16 units from 1, lines from 1, bytes from 0. */
export function sarif(
  problems: readonly Problem[],
  rules: readonly SarifRule[],
  cwd: string,
  version: string,
): unknown {
  const ids = rules.map(({ id }) => id);
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: { name: 'tracehop', semanticVersion: version, rules: rules.map(describe) },
        },
        columnKind: 'utf16CodeUnits',
        originalUriBaseIds: { '%SRCROOT%': { uri: `${pathToFileURL(cwd).href.replace(/\/$/, '')}/` } },
        results: problems.map((problem) => resultOf(problem, ids, cwd)),
      },
    ],
  };
}

/** SARIF wants an absolute help URI: the page is named in words where the product has no home yet. */
function describe({ id, title, severity, page = `docs/findings/${id}.md` }: SarifRule): unknown {
  return {
    id,
    shortDescription: { text: title },
    ...(HOMEPAGE === null ? { help: { text: `See ${page}` } } : { helpUri: `${HOMEPAGE}/blob/main/${page}` }),
    defaultConfiguration: { level: LEVELS[severity] },
  };
}

function resultOf(problem: Problem, ids: readonly string[], cwd: string): unknown {
  const { rule, severity, message, id, from, to, turn } = problem;
  const index = ids.indexOf(rule);
  return {
    ruleId: rule,
    ...(index < 0 ? {} : { ruleIndex: index }),
    level: LEVELS[severity],
    message: { text: message },
    locations: [
      {
        physicalLocation: {
          artifactLocation: locationOf(problem.path, cwd),
          region: {
            startLine: from.line + 1,
            startColumn: from.character + 1,
            endLine: to.line + 1,
            endColumn: to.character + 1,
            byteOffset: from.byte,
            byteLength: to.byte - from.byte,
          },
        },
        logicalLocations: [{ fullyQualifiedName: id }],
      },
    ],
    ...(turn === null ? {} : { properties: { turn } }),
  };
}

/** A relative URI reference below the working folder; a file URI for what lies elsewhere. */
function locationOf(path: string, cwd: string): unknown {
  if (isAbsolute(path) || path.startsWith('../')) return { uri: pathToFileURL(resolve(cwd, path)).href };
  return { uri: path.split('/').map(encodeURIComponent).join('/'), uriBaseId: '%SRCROOT%' };
}
