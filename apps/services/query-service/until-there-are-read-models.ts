import { NAME_COLLATION, PROJECTIONS_TABLE } from '@perktree/contracts/catalogue/read-models';
import { createPool } from '@perktree/platform/postgres/pool';
import { systemTimers } from '@perktree/platform/time/timers';
import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import { hasQueryReads, type QueryLogin } from '../../parts/query-login.ts';

/** Interval of the checks. */
const POLL_MS = 500;

/**
 * Waits until a command service has created the account tables and granted the rights, and a projector has created the read
 * models, as on the first start. Logs once what is missing.
 */
export async function untilThereAreReadModels(
  login: QueryLogin,
  logger: Pick<FastifyBaseLogger, 'info'>,
): Promise<void> {
  const pool = createPool({ connectionString: login.url, applicationName: 'query-service-start', max: 1 });
  try {
    for (let logged = false; ; logged = true) {
      const missing = await whatIsMissing(pool, login);
      if (missing === null) return;
      if (!logged) logger.info({ missing }, 'waiting for the other services to make their tables');
      await systemTimers.sleep(POLL_MS);
    }
  } finally {
    await pool.end();
  }
}

async function whatIsMissing(pool: Pool, login: QueryLogin): Promise<string | null> {
  try {
    const { rows } = await pool.query<{ accounts: string | null; models: string | null; names: string | null }>(
      `SELECT to_regclass('identity.sessions')::text AS accounts, to_regclass($1)::text AS models,
         to_regcollation($2)::text AS names`,
      [PROJECTIONS_TABLE, NAME_COLLATION],
    );
    if (rows[0]?.accounts === null) return 'accounts';
    if (rows[0]?.models === null) return 'read models';
    if (rows[0]?.names === null) return 'the order of names, which a projector of this version creates';
    return (await hasQueryReads(login)) ? null : `rights of its database login, which a command service grants`;
  } catch (error) {
    return `the database: ${error instanceof Error ? error.message : error}`;
  }
}
