import { setTimeout as sleep } from 'node:timers/promises';
import { PROJECTIONS_TABLE } from '@perktree/contracts/read-models';
import { createPool } from '@perktree/platform/postgres/pool';
import { hasQueryReads, type QueryLogin } from '@perktree/standalone/query-reads';
import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';

/** Between two looks, in milliseconds. */
const PAUSE_MS = 500;

/**
 * Waits until a command service has made the tables of accounts and granted what queries read, and a projector has made the
 * read models, as on the first start of everything. Logs once what it waits for.
 */
export async function untilThereAreReadModels(
  login: QueryLogin,
  logger: Pick<FastifyBaseLogger, 'info'>,
): Promise<void> {
  const pool = createPool({ connectionString: login.url, applicationName: 'query-service-start', max: 1 });
  try {
    for (let told = false; ; told = true) {
      const missing = await whatIsMissing(pool, login);
      if (missing === null) return;
      if (!told) logger.info({ missing }, 'waiting for the other services to make their tables');
      await sleep(PAUSE_MS);
    }
  } finally {
    await pool.end();
  }
}

async function whatIsMissing(pool: Pool, login: QueryLogin): Promise<string | null> {
  try {
    const { rows } = await pool.query<{ accounts: string | null; models: string | null }>(
      `SELECT to_regclass('identity.sessions')::text AS accounts, to_regclass($1)::text AS models`,
      [PROJECTIONS_TABLE],
    );
    if (rows[0]?.accounts === null) return 'accounts';
    if (rows[0]?.models === null) return 'read models';
    return (await hasQueryReads(login)) ? null : `rights of its database login, which a command service grants`;
  } catch (error) {
    return `the database: ${error instanceof Error ? error.message : error}`;
  }
}
