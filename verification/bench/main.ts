import { availableParallelism, cpus, loadavg, release, totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { killAll } from '../e2e/support/product.ts';
import { startDatabases } from './databases.ts';
import { goalTable, outcomesOf } from './goals.ts';
import { redeem } from './parts/redeem.ts';
import { services } from './parts/services.ts';
import { statements } from './parts/statements.ts';
import { type Cell, tableOf } from './report.ts';
import type { Bench } from './rounds.ts';
import { FULL, LONG, QUICK } from './scale.ts';

const BENCH_DIR = dirname(fileURLToPath(import.meta.url));
const PARTS = { redeem, services, statements };
const OPTIONS = {
  quick: { type: 'boolean' },
  long: { type: 'boolean' },
  rounds: { type: 'string' },
  /** Folder for CPU profiles. */
  profile: { type: 'string' },
} as const;

function readCommandLine() {
  try {
    const { values, positionals } = parseArgs({ options: OPTIONS, allowPositionals: true });
    const unknown = positionals.find((name) => !Object.hasOwn(PARTS, name));
    if (unknown !== undefined) throw new Error(`There is no part ${unknown}, only ${Object.keys(PARTS).join(', ')}.`);
    if (values.rounds !== undefined && !/^[1-9]\d?$/.test(values.rounds)) {
      throw new Error('--rounds takes a number from 1 to 99.');
    }
    return { values, positionals };
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(2);
  }
}

/** `npm run bench -- [PART…] [--quick | --long] [--rounds N] [--profile FOLDER]`: docs/reference/performance.md. */
async function main(): Promise<void> {
  const { values, positionals } = readCommandLine();
  const { quick, long, rounds, profile = null } = values;
  const size = quick ? QUICK : long ? LONG : FULL;
  const scale = rounds === undefined ? size : { ...size, rounds: Number(rounds) };
  const parts = Object.entries(PARTS).filter(([name]) => positionals.length === 0 || positionals.includes(name));
  const before = describeMachine();
  const start = performance.now();
  const seconds = () => Math.round((performance.now() - start) / 1_000);
  const databases = await startDatabases();
  let stopped: Promise<void> | undefined;
  const stop = () => {
    killAll();
    stopped ??= databases.stop();
    return stopped;
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void stop().finally(() => process.exit(1)));
  }
  const bench: Bench = {
    ...{ databases, scale, eventStoreUrl: process.env.EVENT_STORE_URL || null },
    programs: { benchDir: BENCH_DIR, productDir: join(BENCH_DIR, '../../../dist/server'), profileDir: profile },
    say: (text) => console.log(`${seconds()} s  ${text}`),
  };
  const cells: Cell[] = [];
  try {
    for (const [, measure] of parts) cells.push(...(await measure(bench)));
  } finally {
    await stop();
  }
  const voided = cells.filter((cell) => cell.void !== null).length;
  console.log(`\n${before}\n\n${goalTable(outcomesOf(cells))}\n\n${tableOf(cells)}\n`);
  console.log(`${cells.length} cells in ${seconds()} s, ${voided} void`);
  if (voided > 0) process.exitCode = 1;
}

/** When and where a run began, in one sentence. */
function describeMachine(): string {
  const when = new Date().toISOString().slice(0, 16).replace('T', ' ');
  const machine = `${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? 'unknown'})`;
  const memory = `${Math.round(totalmem() / 2 ** 30)} GB`;
  // Of other work: the run adds its own later.
  const load = (loadavg()[0] ?? 0).toFixed(1);
  return `${when} UTC; ${machine}, ${memory}, Linux ${release()}, Node ${process.version}; load ${load} before.`;
}

main().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
