import { HOUR_MS } from '@perktree/contracts/kernel/durations';
import { helpOf, readArguments, WrongArguments } from './arguments.ts';
import { longRun, quickRun } from './campaign.ts';
import { PARTS } from './parts.ts';

const report = (line: string) => console.log(line);

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
      : await longRun(parts, { seed, until: Date.now() + hours * HOUR_MS }, report);
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
