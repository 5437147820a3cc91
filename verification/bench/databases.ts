import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@perktree/platform/postgres/embedded/embedded-postgres';
import { createPool } from '@perktree/platform/postgres/pool';
import { dropDatabase } from '@perktree/platform/postgres/testing/drop-database';
import type { Pool } from 'pg';
import { fillWorld, type World, worldName } from './data/worlds.ts';

/** Enough for the pools of ten command services, four projectors and the benchmark. */
const MAX_CONNECTIONS = 400;

/** The database of one contender. */
export interface CellDatabase {
  readonly name: string;
  readonly url: string;
  readonly pool: Pool;
  /** Ends its sessions, too. */
  drop(): Promise<void>;
}

/** The temporary server of a run. Each world is written once and copied for each contender. */
export interface Databases {
  copyOf(world: World): Promise<CellDatabase>;
  /** Without any tables. */
  empty(): Promise<CellDatabase>;
  stop(): Promise<void>;
}

/** Starts the product's embedded server in a temporary folder. */
export async function startDatabases(): Promise<Databases> {
  const dataDir = mkdtempSync(join(tmpdir(), 'perktree-bench-'));
  const server = await startEmbeddedPostgres({ dataDir, maxConnections: MAX_CONNECTIONS });
  const admin = createPool({
    connectionString: server.connectionString,
    applicationName: 'bench',
    max: 1,
    statementTimeoutMs: 0,
  });
  const made = new Set<string>();
  let copies = 0;

  const open = (name: string): CellDatabase => {
    const url = Object.assign(new URL(server.connectionString), { pathname: `/${name}` }).href;
    const pool = createPool({ connectionString: url, applicationName: 'bench', max: 8, statementTimeoutMs: 0 });
    return {
      name,
      url,
      pool,
      async drop() {
        await pool.end();
        await dropDatabase(admin, name);
      },
    };
  };
  const copy = async (source: string) => {
    const name = `cell_${++copies}`;
    // A copy through the WAL would leave a checkpoint to the measured time.
    await admin.query(`CREATE DATABASE ${name} TEMPLATE ${source} STRATEGY FILE_COPY`);
    return open(name);
  };
  return {
    async copyOf(world) {
      const name = worldName(world);
      if (!made.has(name)) {
        await admin.query(`CREATE DATABASE ${name}`);
        const database = open(name);
        await fillWorld(database.url, database.pool, world);
        await database.pool.end();
        made.add(name);
      }
      return copy(name);
    },
    empty: () => copy('template0'),
    async stop() {
      await admin.end();
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
