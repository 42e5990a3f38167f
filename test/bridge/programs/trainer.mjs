// A stand-in for a training program: `node trainer.mjs steps=20 ms=50 …`. A key without a value is as if not given.
// @ts-check
import { spawn } from 'node:child_process';
import { appendFileSync, mkdirSync, writeFileSync, writeSync } from 'node:fs';

/** @type {Record<string, string>} */
const given = Object.fromEntries(
  process.argv.slice(2).flatMap((arg) => {
    const at = arg.indexOf('=');
    return at < 0 || at === arg.length - 1 ? [] : [[arg.slice(0, at), arg.slice(at + 1)]];
  }),
);
const steps = Number(given.steps ?? 10);
const ms = Number(given.ms ?? 20);

mkdirSync('out', { recursive: true });
writeFileSync('out/argv.json', JSON.stringify(process.argv.slice(2)));
writeFileSync('out/env.json', JSON.stringify(process.env));
appendFileSync('out/started', `${process.pid}\n`);

// Ends only by SIGKILL.
if (given.ignore === 'yes')
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => undefined);
// Ends well when it is asked to, as a trainer that saves.
if (given.save === 'yes')
  process.on('SIGTERM', () => {
    writeFileSync('out/saved', 'yes');
    process.exit(0);
  });
// A helper in a session of its own, which no signal to the group reaches.
if (given.helper === 'yes') {
  const code =
    "process.on('SIGTERM',()=>{});require('fs').writeFileSync('out/helper',String(process.pid));setInterval(()=>{},1000)";
  spawn(process.execPath, ['-e', code], { detached: true, stdio: 'ignore' }).unref();
}
if (given.text !== undefined) say(`${given.text}\n`);
if (given.megabytes !== undefined) {
  const line = `${'0123456789 é😀 '.repeat(60)}\n`;
  let written = 0;
  for (let at = 0; written < Number(given.megabytes) * 1024 * 1024; at++) written += say(`${at} ${line}`);
}

for (let step = 1; step <= steps; step++) {
  say(`line ${step}\n`);
  const loss =
    step === Number(given.nan) ? 'NaN' : step === Number(given.inf) ? '-Infinity' : String(1 / step);
  appendFileSync(
    'out/metrics.jsonl',
    `{"step": ${step}, "total": ${steps}, "loss": ${loss}, "twice": ${step * 2}}\n`,
  );
  await new Promise((resolve) => setTimeout(resolve, ms));
}
if (given.report !== 'no') writeFileSync('out/report.json', '{}');
process.exit(Number(given.code ?? 0));

/**
 * Writes all of it: a write to a file may be short.
 * @param {string} text
 */
function say(text) {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length;) at += writeSync(1, bytes, at);
  return bytes.length;
}
