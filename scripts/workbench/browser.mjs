// Chromium, as tests start it.
// @ts-check
import { findChromium } from './tools.mjs';

/** Nothing in the background, and nothing that needs a GPU or a sandbox (root has none). */
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** @returns {Promise<import('playwright-core').Browser>} */
export async function launchBrowser() {
  const executablePath = await findChromium();
  const { chromium } = await import('playwright-core');
  const headless = !process.env['TRACEHOP_HEADED'];
  return chromium.launch({ executablePath, args, headless });
}
