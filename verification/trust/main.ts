import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { HOUR_MS } from '@perktree/contracts/durations';
import { ROOT } from '../e2e/support/product.ts';
import { helpOf, readArguments, WrongArguments } from './arguments.ts';
import { longRun, quickRun, type Turn } from './campaign.ts';
import { withTurn } from './figures/document.ts';
import { PARTS } from './parts.ts';

const DOCUMENT = join(ROOT, 'docs/reference/trust.md');
const report = (line: string) => console.log(line);

/** Adds a turn to the figures in the document. */
function keep({ violations, part, seed, seconds, counts }: Turn): void {
  const day = new Date().toISOString().slice(0, 10);
  const figures = { ...{ day, part, seconds, counts }, seeds: [seed], violations: violations.length };
  writeFileSync(DOCUMENT, withTurn(readFileSync(DOCUMENT, 'utf8'), figures));
}

async function main(): Promise<number> {
  const selected = readArguments(process.argv.slice(2), PARTS);
  if (selected === null) {
    report(helpOf(PARTS));
    return 0;
  }
  const { parts, hours, count } = selected;
  const seed = selected.seed ?? Math.floor(Math.random() * 2 ** 31);
  const turns =
    hours === null
      ? await quickRun(parts, { seed, count }, report)
      : await longRun(parts, { seed, until: Date.now() + hours * HOUR_MS }, report, keep);
  for (const line of new Set(turns.flatMap(({ skipped }) => skipped))) report(`skipped: ${line}`);
  const failed = turns.filter(({ violations }) => violations.length > 0);
  for (const { part, violations } of failed) {
    for (const { what, again } of violations)
      report(`\nVIOLATION in ${part}: ${what}\n  again: npm run trust -- ${again}`);
  }
  report(`\n${turns.length - failed.length} passed, ${failed.length} failed`);
  return failed.length === 0 ? 0 : 1;
}

// Exit handlers stop child processes and unmount file systems.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(error instanceof WrongArguments ? error.message : error);
    process.exit(2);
  },
);
