import { distributorCalls } from '@perktree/contracts/http/distributors';
import { DELETED_USER } from '@perktree/contracts/person-name';
import type { ReadModelRow } from '@perktree/contracts/read-models';
import { mountCall } from '@perktree/platform/http/mount-call';
import type { FastifyInstance } from 'fastify';
import type { QueryServiceDeps } from '../deps.ts';
import { readableSite, signedIn } from '../scope.ts';
import { select } from '../sql.ts';

const MOST_BLOCKED = 200;

export function mountDistributors(app: FastifyInstance, deps: QueryServiceDeps): void {
  const { pool, authenticate, accounts } = deps;

  mountCall(app, authenticate, distributorCalls.blockedDistributors, async ({ params, session }) => {
    const { site_id } = await readableSite(pool, signedIn(session), params.siteId);
    const rows = await select<ReadModelRow<'site_blocks'>>(
      pool,
      `SELECT * FROM read_models.site_blocks WHERE site_id = $1 AND is_blocked
       ORDER BY blocked_at DESC, block_id LIMIT ${MOST_BLOCKED}`,
      [site_id],
    );
    const [names, reasons] = await Promise.all([
      accounts.displayNames(rows.map((row) => row.distributor_id)),
      accounts.noteTexts(rows.flatMap((row) => row.note_id ?? [])),
    ]);
    return {
      answer: rows.map((row) => ({
        distributorId: row.distributor_id,
        name: names.get(row.distributor_id) ?? DELETED_USER,
        blockedAt: row.blocked_at,
        reason: reasons.get(row.note_id ?? '') ?? null,
      })),
    };
  });
}
