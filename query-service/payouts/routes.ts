import { type PAYOUT_STATUSES, type PayoutAnswer, payoutCalls } from '@perktree/contracts/http/payouts';
import { type Currency, fromMinor } from '@perktree/contracts/money';
import type { ReadModelRow } from '@perktree/contracts/read-models';
import { DELETED_USER } from '@perktree/platform/accounts';
import { mountCall } from '@perktree/platform/http/mount-call';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import type { QueryServiceDeps } from '../deps.ts';
import { earningsScope } from '../ledger/query.ts';
import { cutPage, type Page, pageOf, timeAndId } from '../page.ts';
import { readableSite, signedIn } from '../scope.ts';
import { select } from '../sql.ts';

type PayoutRow = ReadModelRow<'payouts'>;

export function mountPayouts(app: FastifyInstance, deps: QueryServiceDeps): void {
  const { pool, authenticate } = deps;

  mountCall(app, authenticate, payoutCalls.sitePayouts, async ({ params, query, session, reply }) => {
    const page = pageOf(query, timeAndId);
    const { site_id } = await readableSite(pool, signedIn(session), params.siteId);
    const rows = await payoutsWhere(pool, 'p.site_id = $1::uuid', site_id, page);
    return { answer: await answers(deps, cutPage(reply, page, rows, cursorOf)) };
  });

  mountCall(app, authenticate, payoutCalls.ownPayouts, async ({ query, session, reply }) => {
    const page = pageOf(query, timeAndId);
    const scope = earningsScope(signedIn(session));
    const rows = await payoutsWhere(pool, scope.condition('p'), scope.value, page);
    return { answer: await answers(deps, cutPage(reply, page, rows, cursorOf)) };
  });
}

const cursorOf = (row: PayoutRow): [string, string] => [row.created_at, row.payout_id];

function payoutsWhere(pool: Pool, condition: string, value: string | null, { limit, after }: Page<[string, string]>) {
  return select<PayoutRow>(
    pool,
    `SELECT p.* FROM read_models.payouts p
     WHERE ${condition} AND ($2::timestamptz IS NULL OR (p.created_at, p.payout_id) < ($2, $3::uuid))
     ORDER BY p.created_at DESC, p.payout_id DESC LIMIT $4`,
    [value, after?.[0], after?.[1], limit + 1],
  );
}

async function answers(deps: QueryServiceDeps, rows: readonly PayoutRow[]): Promise<PayoutAnswer[]> {
  const [names, texts] = await Promise.all([
    deps.accounts.displayNames([...new Set(rows.map((row) => row.distributor_id))]),
    deps.accounts.noteTexts(rows.flatMap(({ status, note_id }) => (status === 'paid' ? (note_id ?? []) : []))),
  ]);
  return rows.map((row) => ({
    id: row.payout_id,
    siteId: row.site_id,
    distributorId: row.distributor_id,
    name: names.get(row.distributor_id) ?? DELETED_USER,
    amount: fromMinor(row.amount_minor, row.currency as Currency),
    currency: row.currency as Currency,
    status: row.status as (typeof PAYOUT_STATUSES)[number],
    entries: row.entry_count,
    reference: row.reference ?? texts.get(row.note_id ?? '') ?? null,
    createdAt: row.created_at,
  }));
}
