// Measures what the project promises, as ratios to a yardstick of the same run where there is one, and prints a table:
// `npm run bench [-- NAME…] [MEGABYTES] [SHARE%]`. Timing fails no test; this is where it is looked at.
// @ts-check
import { spawn } from 'node:child_process';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import esbuild from 'esbuild';
import { measureActivation } from './workbench/activation.mjs';
import { root } from './workbench/paths.mjs';

/** @typedef {{ name: string, value: number, unit: string, ratio?: number, target?: string }} Measurement */

process.chdir(root);
await build();
/** @type {Measurement[]} */
const table = [];
const args = process.argv.slice(2);
/** The measurements that need a workbench. */
const WORKBENCH = ['activation'];
const named = args.filter((arg) => !/^\d/.test(arg));
const others = args.filter((arg) => !WORKBENCH.includes(arg));
if (named.length === 0 || named.some((name) => !WORKBENCH.includes(name)))
  for await (const measurement of measured(others)) table.push(shown(measurement));
if (named.length === 0 || named.includes('activation')) table.push(shown(await measureActivation()));
print(table);

/** Bundles the product as it ships, and the programs that measure it. */
async function build() {
  const child = spawn(process.execPath, ['scripts/build.mjs', '--production'], { stdio: 'inherit' });
  if ((await new Promise((done) => child.on('close', done))) !== 0) process.exit(1);
  await esbuild.build({
    entryPoints: { bench: 'test/bench/bench.ts', activation: 'test/bench/activation.ts' },
    outdir: 'dist/bench',
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    external: ['vscode', '@duckdb/node-api'],
    supported: { 'dynamic-import': false },
    mainFields: ['module', 'main'],
    logLevel: 'warning',
  });
}

/**
 * @param {string[]} args
 * @returns {AsyncGenerator<Measurement>}
 */
async function* measured(args) {
  const child = spawn(process.execPath, [join('dist', 'bench', 'bench.js'), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const closed = new Promise((done) => child.on('close', done));
  for await (const line of createInterface(child.stdout)) yield JSON.parse(line);
  if ((await closed) !== 0) process.exit(1);
}

/** @param {Measurement} measurement */
function shown(measurement) {
  console.error(`${measurement.name}: ${number(measurement)}`);
  return measurement;
}

/** @param {Measurement[]} table */
function print(table) {
  console.log(`${cpus()[0]?.model.trim()}, ${cpus().length} cores, Node ${process.versions.node}\n`);
  console.log('| what | measured | of the yardstick | wanted |\n| --- | ---: | ---: | --- |');
  for (const measurement of table) {
    const ratio = measurement.ratio === undefined ? '' : measurement.ratio.toFixed(2);
    console.log(`| ${measurement.name} | ${number(measurement)} | ${ratio} | ${measurement.target ?? ''} |`);
  }
}

/** @param {Measurement} measurement */
function number({ value, unit }) {
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${unit}`;
}
