import { join } from 'node:path';
import type { Bench } from '../bench.ts';
import type { Cell } from '../cell.ts';
import { migrateEvents } from '../data/migrate.ts';
import { redemptionOf } from '../data/visits.ts';
import { atPosition, writeHistory } from '../data/write-history.ts';
import type { CellDatabase } from '../databases.ts';
import type { CommandsOrder, CommandsResult } from '../in-process/order.ts';
import { runJson } from '../processes.ts';
import { type Contestant, interleaved, type Measured } from '../rounds.ts';

const CALLERS = 8;
const MANY = 64;
/** Many, so that each stream is still short after the warm-up. */
const SHORT_STREAMS = 2_000;
const LONGEST_MS = 2_500;

/** Compares the product's command handler with emmett's in process: the same decisions, each on its own tables. */
export async function commands(bench: Bench): Promise<readonly Cell[]> {
  const { commands: most, hotBefore } = bench.scale;
  const times = { warmUpMs: bench.scale.warmUpMs / 2, forMs: LONGEST_MS, commands: most };
  const short = { streams: SHORT_STREAMS, before: 0, ...times };
  const long = { streams: 1, before: hotBefore, ...times };
  const contestant = (workload: string, order: CommandsOrder): Contestant => ({
    ...{ workload, contender: order.handler },
    measure: () => measure(bench, order),
  });
  return interleaved(bench, 'commands', [
    contestant('short streams', { ...short, handler: 'product', callers: CALLERS }),
    contestant('short streams', { ...short, handler: 'emmett', callers: CALLERS }),
    contestant('short streams', { ...short, handler: 'emmett, projecting', callers: CALLERS }),
    contestant('short streams, 64 callers', { ...short, handler: 'product', callers: MANY, commands: most * 4 }),
    contestant('hot stream', { ...long, handler: 'product', callers: CALLERS }),
    contestant('hot stream', { ...long, handler: 'emmett', callers: CALLERS }),
  ]);
}

async function measure(bench: Bench, order: CommandsOrder): Promise<Measured> {
  const database = await bench.databases.empty();
  try {
    if (order.handler === 'product') await writeProductEvents(database, order);
    const program = join(bench.programs.benchDir, 'in-process.js');
    const result = await runJson<CommandsResult>(program, ['commands', JSON.stringify(order)], {
      env: { DATABASE_URL: database.url },
    });
    return { figures: { 'per second': result.perSecond }, void: await faultOf(database, order, result) };
  } finally {
    await database.drop();
  }
}

async function writeProductEvents(database: CellDatabase, { streams, before }: CommandsOrder): Promise<void> {
  await migrateEvents(database.url);
  const numbers = Array.from({ length: streams * before }, (_, number) => number);
  await writeHistory(
    database.pool,
    numbers.map((number) => redemptionOf({ number, tree: Math.floor(number / before) }, atPosition(number))),
  );
}

async function faultOf(
  { pool }: CellDatabase,
  { handler, streams, before }: CommandsOrder,
  { commands: done }: CommandsResult,
): Promise<string | null> {
  const table = handler === 'product' ? 'event_store.events' : 'emt_messages';
  const { rows } = await pool.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${table}`);
  const expected = streams * before + done;
  if (done === 0) return 'no command was done';
  return rows[0]?.n === expected ? null : `${rows[0]?.n} events are stored instead of ${expected}`;
}
