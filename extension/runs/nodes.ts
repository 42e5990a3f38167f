import type { Filter, StoreSummary } from '../../core/protocol/store';
import { formatFilter } from '../../core/store/filter/format';
import type { Run } from './run';

export type StepSummary = StoreSummary['steps'][number];
export type NumberedStep = StepSummary & { readonly step: number };

/** What stands in the tree. */
export type RunNode =
  | { readonly kind: 'run'; readonly run: Run }
  /** What there is is not known yet. */
  | { readonly kind: 'reading'; readonly run: Run }
  | { readonly kind: 'findings'; readonly run: Run; readonly summary: StoreSummary }
  | { readonly kind: 'rule'; readonly run: Run; readonly rule: string; readonly rollouts: number }
  /** A stretch of steps, at least two. */
  | { readonly kind: 'steps'; readonly run: Run; readonly steps: readonly NumberedStep[] }
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

/** What the filter line is to say where a node is chosen; empty for all rollouts, null where nothing is to be shown. */
export function filterOf(node: RunNode): string | null {
  switch (node.kind) {
    case 'run':
      return '';
    case 'rule':
      return formatFilter({ kind: 'has', column: 'findings', value: node.rule });
    case 'step':
      return formatFilter(
        node.step.step === null
          ? { kind: 'not', of: { kind: 'known', column: 'step' } }
          : compared('=', node.step.step),
      );
    case 'steps': {
      const [first, last] = [node.steps[0], node.steps.at(-1)];
      if (!first || !last) return null;
      return formatFilter({ kind: 'and', of: [compared('>=', first.step), compared('<=', last.step)] });
    }
    case 'reading':
    case 'findings':
      return null;
  }
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
    nodes.push(
      part.length === 1 && only ? { kind: 'step', run, step: only } : { kind: 'steps', run, steps: part },
    );
  }
  return nodes;
}

/** How many steps one node of a level stands for: a power of {@link MOST_CHILDREN}. */
function sizeFor(count: number): number {
  let size = 1;
  while (count > size * MOST_CHILDREN) size *= MOST_CHILDREN;
  return size;
}
