import { setTimeout as sleep } from 'node:timers/promises';
import { PROJECTIONS_TABLE } from '@perktree/contracts/read-models';
import { createPool } from '@perktree/platform/postgres/pool';
import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';

/** Between two looks, in milliseconds. */
const PAUSE_MS = 500;

/**
 * Waits until a command service has made the tables of accounts and a projector those of the read models, as on the first
 * start of everything. Says once what it waits for.
 */
export async function untilThereAreReadModels(
  connectionString: string,
  logger: Pick<FastifyBaseLogger, 'info'>,
): Promise<void> {
  const pool = createPool({ connectionString, applicationName: 'query-service-start', max: 1 });
  try {
    for (let told = false; ; told = true) {
      const missing = await whatIsMissing(pool);
      if (missing === null) return;
      if (!told) logger.info({ missing }, 'waiting for the other services to make their tables');
      await sleep(PAUSE_MS);
    }
  } finally {
    await pool.end();
  }
}

async function whatIsMissing(pool: Pool): Promise<string | null> {
  try {
    const { rows } = await pool.query<{ accounts: string | null; models: string | null }>(
      `SELECT to_regclass('identity.sessions')::text AS accounts, to_regclass($1)::text AS models`,
      [PROJECTIONS_TABLE],
    );
    if (rows[0]?.accounts === null) return 'accounts';
    return rows[0]?.models === null ? 'read models' : null;
  } catch (error) {
    return `the database: ${error instanceof Error ? error.message : error}`;
  }
}
