import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readArguments, WrongArguments } from './arguments.ts';
import type { Bench } from './bench.ts';
import type { Cell } from './cell.ts';
import { startDatabases } from './databases.ts';
import { DiskProbe } from './disk-probe.ts';
import { writeFigures } from './document.ts';
import { earlierParts } from './earlier.ts';
import { goalTable, outcomesOf } from './goals.ts';
import { describeEarlier, describeMachine, machineNow } from './machine.ts';
import { isPart, PART_NAMES, PARTS } from './parts/parts.ts';
import { killAll } from './processes.ts';
import { tableOf } from './report.ts';
import { FULL, QUICK, TINY } from './scale.ts';
import { median } from './statistics.ts';

const BENCH_DIR = dirname(fileURLToPath(import.meta.url));
const SCALES = { full: FULL, quick: QUICK, tiny: TINY };
/** The command in the document's markers. */
const MADE_BY = 'npm run bench -- --write docs/reference/performance.md';
const NO_FIGURES = 'A quick run only checks that the benchmark works: its figures mean nothing.';

/** `npm run bench -- [PART…] [--quick] [--json FILE] [--write FILE] [--beside FILE]`: docs/reference/performance.md. */
async function main(): Promise<void> {
  const selected = readArguments(process.argv.slice(2), PART_NAMES.filter(isPart));
  const earlier = selected.beside === null ? null : earlierParts(selected.beside, selected.parts);
  const started = new Date();
  const machine = machineNow();
  const withEarlier = (measured: readonly Cell[]) => inOrder([...measured, ...(earlier?.cells ?? [])]);
  const keep = (measured: readonly Cell[], seconds: number) => {
    if (selected.json === null) return;
    const cells = withEarlier(measured);
    const result = { started, seconds, scale: selected.scale, machine, outcomes: outcomesOf(cells), cells };
    writeFileSync(selected.json, `${JSON.stringify(result, null, 1)}\n`);
  };
  const { cells: measured, seconds } = await measure(selected, keep);
  const cells = withEarlier(measured);
  const outcomes = outcomesOf(cells);
  const voided = cells.filter((cell) => cell.void !== null);
  const { load } = machineNow();
  const isFull = selected.scale === 'full';
  const about = describeMachine(machine, started, seconds, median(measured.map(({ diskMs }) => diskMs)), load);
  const report = [
    about,
    ...(earlier ? [describeEarlier(earlier)] : []),
    ...(isFull ? [goalTable(outcomes)] : []),
    tableOf(cells),
  ].join('\n\n');
  console.log(`\n${report}\n`);
  if (!isFull) console.log(NO_FIGURES);
  console.log(`${measured.length} cells in ${Math.round(seconds)} s, ${voided.length} void`);
  if (selected.write !== null && isFull) writeFigures(selected.write, MADE_BY, report);
  if (voided.length > 0 || measured.length === 0) process.exitCode = 1;
}

/** The parts of several runs, in the fixed order. */
function inOrder(cells: readonly Cell[]): readonly Cell[] {
  return cells.toSorted((a, b) => PART_NAMES.indexOf(a.part) - PART_NAMES.indexOf(b.part));
}

/** @param keep is called with the results after each part, so that a later failure does not lose them */
async function measure(
  selected: ReturnType<typeof readArguments>,
  keep: (cells: readonly Cell[], seconds: number) => void,
): Promise<{ cells: readonly Cell[]; seconds: number }> {
  const start = performance.now();
  const seconds = () => (performance.now() - start) / 1_000;
  const cells: Cell[] = [];
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
  try {
    const bench: Bench = {
      programs: {
        benchDir: BENCH_DIR,
        productDir: join(BENCH_DIR, '../../../dist/server'),
        profileDir: selected.profile,
      },
      databases,
      eventStoreUrl: process.env.EVENT_STORE_URL || null,
      probe: new DiskProbe(databases.dataDir),
      scale: {
        ...SCALES[selected.scale],
        ...(selected.rounds ? { rounds: selected.rounds } : {}),
        ...(selected.large ? { histories: [...FULL.histories, 10_000_000] } : {}),
      },
      say: (text) => console.log(`${Math.round(seconds())} s  ${text}`),
    };
    for (const part of selected.parts.filter(isPart)) {
      cells.push(...(await PARTS[part](bench)));
      keep(cells, seconds());
    }
  } finally {
    await stop();
  }
  return { cells, seconds: seconds() };
}

main().catch((error: unknown) => {
  console.error(error instanceof WrongArguments ? error.message : error);
  process.exit(error instanceof WrongArguments ? 2 : 1);
});
