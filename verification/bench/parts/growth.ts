import { join } from 'node:path';
import { tamper } from '@perktree/event-store/testing/tamper';
import type { Bench } from '../bench.ts';
import type { Cell } from '../cell.ts';
import { gapsIn } from '../checks.ts';
import { migrateEvents, migrateSnapshots } from '../data/migrate.ts';
import { redemptionOf, scanOf } from '../data/visits.ts';
import { atPosition, writeHistory } from '../data/write-history.ts';
import type { CellDatabase } from '../databases.ts';
import type { AppendsOrder, AppendsResult, LongStreamResult } from '../in-process/order.ts';
import { runJson } from '../processes.ts';
import { type Contestant, interleaved, type Measured } from '../rounds.ts';

const SHORT_STREAM = 10;
const ROUNDS = 2;

/** Speed while history grows: appends, reads, and commands on a QR with a long stream. */
export async function growth(bench: Bench): Promise<readonly Cell[]> {
  const { histories, longStream, commands, rounds } = bench.scale;
  const opened: CellDatabase[] = [];
  const withHistory = async (fill: (database: CellDatabase) => Promise<void>) => {
    const database = await bench.databases.empty();
    opened.push(database);
    await migrateEvents(database.url);
    await fill(database);
    await database.pool.query('VACUUM ANALYZE event_store.events');
    return database;
  };
  try {
    const contestants: Contestant[] = [];
    for (const events of histories) {
      bench.say(`growth: writing ${events.toLocaleString('en')} events`);
      const database = await withHistory(({ pool }) => writeHistory(pool, scansOf(events), true));
      const order = { single: Math.ceil(commands / 10), batched: commands };
      contestants.push({
        ...{ workload: `${events.toLocaleString('en')} events stored`, contender: 'product' },
        measure: () => appends(bench, database, order),
      });
    }
    for (const length of [SHORT_STREAM, longStream]) {
      const database = await withHistory(async (filled) => {
        await migrateSnapshots(filled.url);
        await writeHistory(filled.pool, redemptionsOf(length));
        // The snapshot of an earlier process, because the measured one has just started.
        await runJson(program(bench), ['write-snapshot'], { env: { DATABASE_URL: filled.url } });
      });
      contestants.push({
        ...{ workload: `a QR with ${length.toLocaleString('en')} redemptions`, contender: 'product' },
        measure: () => commandsOn(bench, database),
      });
    }
    return await interleaved(bench, 'growth', contestants, Math.min(ROUNDS, rounds));
  } finally {
    for (const database of opened) await database.drop();
  }
}

/** Each scan has its own stream. */
function* scansOf(events: number) {
  for (let number = 0; number < events; number += 1) yield scanOf({ number, tree: number % 1_000 });
}

function* redemptionsOf(events: number) {
  for (let number = 0; number < events; number += 1) yield redemptionOf({ number, tree: 0 }, atPosition(number));
}

async function appends(bench: Bench, { url, pool }: CellDatabase, order: AppendsOrder): Promise<Measured> {
  const result = await runJson<AppendsResult>(program(bench), ['appends', JSON.stringify(order)], {
    env: { DATABASE_URL: url },
  });
  const figures = {
    'single per second': result.singlePerSecond,
    'batches of 64 per second': result.batchedPerSecond,
    'page ms': result.pageMs,
    'stream ms': result.streamMs,
  };
  return { figures, void: await gapsIn(pool) };
}

async function commandsOn(bench: Bench, { url, pool }: CellDatabase): Promise<Measured> {
  await deleteCommands(pool);
  const { coldMs, warmMs } = await runJson<LongStreamResult>(program(bench), ['long-stream'], {
    env: { DATABASE_URL: url },
  });
  return { figures: { 'cold ms': coldMs, 'warm ms': warmMs }, void: await gapsIn(pool) };
}

const program = (bench: Bench) => join(bench.programs.benchDir, 'in-process.js');

/** Deletes the redemptions of an earlier round. */
async function deleteCommands(pool: CellDatabase['pool']): Promise<void> {
  await tamper(pool, `DELETE FROM event_store.events WHERE metadata->>'commandName' = 'RedeemBenefitAtCounter'`);
}
