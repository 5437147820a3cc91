import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

/** Ends the process with a message instead of a stack. */
export function fail(message) {
  console.error(message);
  process.exit(1);
}

/** Earlier versions lack APIs that the dependencies need. */
const MIN_NODE = [20, 19];

export function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > MIN_NODE[0] || (major === MIN_NODE[0] && minor >= MIN_NODE[1])) return;
  fail(`PerkTree needs Node ${MIN_NODE.join('.')} or later; this is ${process.versions.node}.`);
}
