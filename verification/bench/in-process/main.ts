import { createCommandHandler } from '@perktree/command-service/engine/command-handler';
import { createSnapshots, type PostgresSnapshots } from '@perktree/command-service/engine/snapshots/snapshots';
import { SNAPSHOTS_TABLE } from '@perktree/command-service/migrations';
import { redemptionsDecider } from '@perktree/command-service/redemption/decisions/state';
import { streams } from '@perktree/contracts/catalogue/streams';
import type { EventStore } from '@perktree/event-store/port';
import { createPostgresEventStore } from '@perktree/event-store/postgres/postgres-event-store';
import { createPool } from '@perktree/platform/postgres/pool';
import { runProgram } from '@perktree/platform/process/run-program';
import { qrIdOf } from '../data/business.ts';
import { median } from '../statistics.ts';
import { measureAppends } from './measure-appends.ts';
import { measureStatement } from './measure-statement.ts';
import type { AppendsOrder, LongStreamResult, StatementOrder } from './order.ts';
import { productCommands, silent } from './product-commands.ts';

const WARM_COMMANDS = 200;

/** `main.js appends|statement|write-snapshot|long-stream ORDER` on DATABASE_URL: prints what it measured, as JSON. */
runProgram(async () => {
  const [, , work, order] = process.argv;
  const connectionString = process.env.DATABASE_URL ?? '';
  process.stdout.write(JSON.stringify(await measure(work ?? '', JSON.parse(order ?? 'null'), connectionString)));
});

async function measure(work: string, order: unknown, connectionString: string): Promise<unknown> {
  const store = createPostgresEventStore({ connectionString });
  try {
    if (work === 'appends') return await measureAppends(store, order as AppendsOrder);
    if (work === 'statement') {
      const pool = createPool({ connectionString, applicationName: 'bench' });
      return await measureStatement(store, pool, order as StatementOrder).finally(() => pool.end());
    }
    return await withSnapshots(connectionString, (snapshots) =>
      work === 'write-snapshot' ? writeSnapshot(store, snapshots) : longStream(store, snapshots),
    );
  } finally {
    await store.close();
  }
}

async function withSnapshots<T>(
  connectionString: string,
  use: (snapshots: PostgresSnapshots) => Promise<T>,
): Promise<T> {
  const pool = createPool({ connectionString, applicationName: 'bench' });
  try {
    // Connect before the measurement.
    await pool.query('SELECT 1');
    return await use(createSnapshots({ table: SNAPSHOTS_TABLE, pool, logger: silent }));
  } finally {
    await pool.end();
  }
}

/** Writes the snapshot that a command service would leave for the first tree's QR. */
async function writeSnapshot(store: EventStore, snapshots: PostgresSnapshots): Promise<null> {
  const handler = createCommandHandler({ store, logger: silent, snapshots });
  await handler.load(streams.redemptions(qrIdOf(0)), redemptionsDecider);
  await snapshots.flush();
  return null;
}

/** Times commands on the first tree's QR, which has a long stream. */
async function longStream(store: EventStore, snapshots: PostgresSnapshots): Promise<LongStreamResult> {
  await store.head();
  const redeem = productCommands(store, snapshots);
  const timed = async (number: number) => {
    const start = performance.now();
    await redeem({ number, tree: 0 });
    return performance.now() - start;
  };
  const coldMs = await timed(20_000_000);
  const warm: number[] = [];
  for (let n = 1; n <= WARM_COMMANDS; n += 1) warm.push(await timed(20_000_000 + n));
  return { coldMs, warmMs: median(warm) };
}
