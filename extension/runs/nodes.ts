import type { Filter, StoreSummary } from '../../core/protocol/store';
import { formatFilter } from '../../core/store/filter/format';
import type { RolloutsTarget } from '../rollouts/target';
import type { Run } from './run';

export type StepSummary = StoreSummary['steps'][number];
export type NumberedStep = StepSummary & { readonly step: number };

/** What stands in the tree. A run and a stretch are themselves what the command of their menu is to show. */
export type RunNode =
  | ({ readonly kind: 'run'; readonly run: Run } & RolloutsTarget)
  /** What there is is not known yet. */
  | { readonly kind: 'reading'; readonly run: Run }
  | { readonly kind: 'findings'; readonly run: Run; readonly summary: StoreSummary }
  | { readonly kind: 'rule'; readonly run: Run; readonly rule: string; readonly rollouts: number }
  /** A stretch of steps, at least two. */
  | ({ readonly kind: 'steps'; readonly run: Run; readonly steps: readonly NumberedStep[] } & RolloutsTarget)
  | { readonly kind: 'step'; readonly run: Run; readonly step: StepSummary };

/** Most nodes that stand below one: a tree draws what is in sight, but is sent all of a level. */
const MOST_CHILDREN = 100;

/** What stands below a run or one of its parts. */
export function childrenOf(node: RunNode): readonly RunNode[] {
  const { run } = node;
  switch (node.kind) {
    case 'run': {
      const { summary } = run;
      return summary === null
        ? [{ kind: 'reading', run }]
        : [...findings(run, summary), ...steps(run, summary)];
    }
    case 'findings':
      return node.summary.findings.map(({ rule, rollouts }) => ({ kind: 'rule', run, rule, rollouts }));
    case 'steps':
      return stretches(run, node.steps);
    case 'reading':
    case 'rule':
    case 'step':
      return [];
  }
}

/** The same for the same place in the tree, whatever was read since. */
export function idOf(node: RunNode): string {
  const { key } = node.run;
  switch (node.kind) {
    case 'rule':
      return `${key}\nrule ${node.rule}`;
    case 'steps':
      // A stretch grows at its end, and one of a hundred steps and one of ten thousand may begin alike.
      return `${key}\nsteps ${node.steps[0]?.step} ${sizeFor(node.steps.length)}`;
    case 'step':
      return `${key}\nstep ${node.step.step}`;
    case 'run':
    case 'reading':
    case 'findings':
      return `${key}\n${node.kind}`;
  }
}

/** What choosing a leaf shows; null where it shows nothing. What has children opens and closes instead. */
export function targetOf(node: RunNode): RolloutsTarget | null {
  const { paths } = node.run.source;
  switch (node.kind) {
    case 'rule':
      return { paths, filter: formatFilter({ kind: 'has', column: 'findings', value: node.rule }) };
    case 'step': {
      const { step } = node.step;
      const unknown: Filter = { kind: 'not', of: { kind: 'known', column: 'step' } };
      return { paths, filter: formatFilter(step === null ? unknown : compared('=', step)) };
    }
    case 'run':
    case 'steps':
    case 'reading':
    case 'findings':
      return null;
  }
}

/** The node of a run, which opens its table as it was left. */
export function runNode(run: Run): RunNode {
  return { kind: 'run', run, paths: run.source.paths };
}

function stretchNode(run: Run, steps: readonly NumberedStep[]): RunNode {
  const [first, last] = [steps[0]?.step ?? 0, steps.at(-1)?.step ?? 0];
  const filter = formatFilter({ kind: 'and', of: [compared('>=', first), compared('<=', last)] });
  return { kind: 'steps', run, steps, paths: run.source.paths, filter };
}

function compared(op: '=' | '>=' | '<=', value: number): Filter {
  return { kind: 'compare', column: 'step', op, value };
}

function findings(run: Run, summary: StoreSummary): readonly RunNode[] {
  return summary.steps.length === 0 ? [] : [{ kind: 'findings', run, summary }];
}

/** Rollouts without a step stand after the others. */
function steps(run: Run, summary: StoreSummary): readonly RunNode[] {
  const numbered = summary.steps
    .filter((each): each is NumberedStep => each.step !== null)
    .sort((one, other) => one.step - other.step);
  const others = summary.steps.filter(({ step }) => step === null);
  return [...stretches(run, numbered), ...others.map((step) => ({ kind: 'step', run, step }) as const)];
}

/** Steps one by one where they are few, else by hundreds, or by hundreds of hundreds. */
function stretches(run: Run, all: readonly NumberedStep[]): readonly RunNode[] {
  const size = sizeFor(all.length);
  if (size === 1) return all.map((step) => ({ kind: 'step', run, step }));
  const nodes: RunNode[] = [];
  for (let from = 0; from < all.length; from += size) {
    const part = all.slice(from, from + size);
    const [only] = part;
    nodes.push(part.length === 1 && only ? { kind: 'step', run, step: only } : stretchNode(run, part));
  }
  return nodes;
}

/** How many steps one node of a level stands for: a power of {@link MOST_CHILDREN}. */
function sizeFor(count: number): number {
  let size = 1;
  while (count > size * MOST_CHILDREN) size *= MOST_CHILDREN;
  return size;
}
