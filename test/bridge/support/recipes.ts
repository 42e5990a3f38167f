import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The fake trainer's keys that the test recipe hands on, as texts. */
const KEYS = ['steps', 'ms', 'ignore', 'save', 'helper', 'text', 'megabytes', 'nan', 'inf', 'code', 'report'];

const parameters = KEYS.map(
  (name) => `  ${name}: { type: string, default: '', pattern: '^[^\\n]*$', help: test }`,
);

/** A recipe that runs `test/bridge/programs/trainer.mjs`; `host.python` is Node there. */
export const TRAINER = `
recipe: trainer
version: 1
schema: 1
title: Trainer
summary: A stand-in for a training
system: smoke
engines: [local]
parameters:
${parameters.join('\n')}
  data:
    type: path
    default: 'product:package.json'
    path: { kind: file, roots: [workspace, product], must_exist: true }
    help: test
environments:
  node:
    kind: system
    interpreter: '\${host.python}'
    env: { FROM_RECIPE: 'yes' }
    checks:
      - { argv: ['-e', 'process.exit(0)'], timeout: 10s, hint: 'Install it' }
stages:
  - id: train
    title: Train
    environment: node
    argv:
      - '\${host.python}'
      - '\${product.dir}/test/bridge/programs/trainer.mjs'
${KEYS.map((name) => `      - '${name}=\${param.${name}}'`).join('\n')}
      - 'data=\${param.data}'
    stop: { signal: SIGTERM, grace: 1s }
outputs:
  - { id: report, kind: report, glob: out/report.json }
metrics:
  - { source: out/metrics.jsonl, parser: jsonl, step_key: step }
success: { require: [report] }
limits: { wall_time: 120s }
`;

/** A folder with recipes by name. */
export function writeRecipes(folder: string, recipes: Readonly<Record<string, string>>): string {
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(recipes)) writeFileSync(join(folder, `${name}.yml`), text);
  return folder;
}
