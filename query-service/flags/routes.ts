import { type FlagEvidence, flagEvidenceSchema } from '@perktree/contracts/flag-rules';
import { type FlagAnswer, flagCalls } from '@perktree/contracts/http/flags';
import type { ReadModelRow } from '@perktree/contracts/read-models';
import { DELETED_USER } from '@perktree/platform/accounts';
import { mountCall } from '@perktree/platform/http/mount-call';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import type { QueryServiceDeps } from '../deps.ts';
import { cutPage, type Page, pageOf, timeAndId } from '../page.ts';
import { readableSite, signedIn } from '../scope.ts';
import { select } from '../sql.ts';

/** A row of a subject that has met its rule. */
type FlagRow = ReadModelRow<'flags'> & { readonly first_seen_at: string; readonly last_seen_at: string };

export function mountFlags(app: FastifyInstance, deps: QueryServiceDeps): void {
  const { pool, authenticate, accounts } = deps;

  mountCall(app, authenticate, flagCalls.siteFlags, async ({ params, query, session, reply }) => {
    const page = pageOf(query, timeAndId);
    const { site_id } = await readableSite(pool, signedIn(session), params.siteId);
    const rows = cutPage(reply, page, await flagsOf(pool, site_id, page), (row) => [row.last_seen_at, row.flag_id]);
    const flags = rows.map((row) => ({ row, evidence: flagEvidenceSchema.parse(JSON.parse(row.evidence)) }));
    const names = await accounts.displayNames([...new Set(flags.flatMap(peopleOf))]);
    return { answer: flags.map((flag) => flagAnswer(flag, names)) };
  });
}

/** The newest flags of a site. What was only met, and never often enough, is not one. */
function flagsOf(pool: Pool, siteId: string, { limit, after }: Page<[string, string]>): Promise<readonly FlagRow[]> {
  return select<FlagRow>(
    pool,
    `SELECT * FROM read_models.flags
     WHERE site_id = $1 AND last_seen_at IS NOT NULL
       AND ($2::timestamptz IS NULL OR (last_seen_at, flag_id) < ($2, $3::uuid))
     ORDER BY last_seen_at DESC, flag_id DESC LIMIT $4`,
    [siteId, after?.[0], after?.[1], limit + 1],
  );
}

interface Flag {
  readonly row: FlagRow;
  readonly evidence: FlagEvidence;
}

function peopleOf({ row, evidence }: Flag): string[] {
  const ids = [row.staff_id, row.customer_id, ...evidence.flatMap(({ staffId, customerId }) => [staffId, customerId])];
  return ids.filter((id) => id !== null);
}

function flagAnswer({ row, evidence }: Flag, names: ReadonlyMap<string, string>): FlagAnswer {
  const person = (id: string) => ({ id, name: names.get(id) ?? DELETED_USER });
  const personOrNull = (id: string | null) => (id === null ? null : person(id));
  return {
    id: row.flag_id,
    kind: row.kind as FlagAnswer['kind'],
    staff: personOrNull(row.staff_id),
    customer: personOrNull(row.customer_id),
    deviceId: row.device_id,
    redemptions: row.redemptions,
    firstSeenAt: row.first_seen_at,
    lastSeenAt: row.last_seen_at,
    evidence: evidence.map(({ redemptionId, staffId, customerId, at }) => ({
      redemptionId,
      staff: personOrNull(staffId),
      customer: person(customerId),
      redeemedAt: at,
    })),
  };
}
