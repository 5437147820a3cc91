import { PAYOUT_STATUSES, type PayoutAnswer, payoutCalls } from '@perktree/contracts/http/payouts';
import { type Currency, fromMinor } from '@perktree/contracts/money';
import { DELETED_USER } from '@perktree/contracts/person-name';
import type { ReadModelRow } from '@perktree/contracts/read-models';
import type { FastifyInstance } from 'fastify';
import type { QueryServiceDeps } from '../deps.ts';
import { earningsScope, listScope } from '../ledger/query.ts';
import { amountOrder, hundredthsSql, type Listing } from '../listing/listing.ts';
import { mountListing } from '../listing/mount-listing.ts';
import { readableSite, signedIn } from '../scope.ts';
import { payoutsCsv } from './csv.ts';

type PayoutRow = ReadModelRow<'payouts'> & { readonly combined: number };

/** Stands before the ids of notes, among those of people. */
const NOTE = 'note ';

const PAYOUTS: Listing<PayoutRow> = {
  columns: `p.*, (SELECT coalesce(sum(c.entry_count - 1), 0)::int FROM read_models.combined_entries c
    WHERE c.payout_id = p.payout_id) AS combined`,
  from: 'read_models.payouts p',
  id: 'p.payout_id',
  idOf: (row) => row.payout_id,
  text: `concat_ws(E'\\n', p.reference, ${hundredthsSql('p.amount_minor')})`,
  kept: `ARRAY[p.distributor_id, '${NOTE}' || p.note_id]`,
  filters: Object.fromEntries(PAYOUT_STATUSES.map((status) => [status, `p.status = '${status}'`])),
  sorts: {
    newest: { by: 'p.created_at', type: 'timestamptz', descending: true, of: (row) => row.created_at },
    oldest: { by: 'p.created_at', type: 'timestamptz', descending: false, of: (row) => row.created_at },
    amount: amountOrder('p.currency', 'p.amount_minor', (row) => row.amount_minor),
  },
};

export function mountPayouts(app: FastifyInstance, deps: QueryServiceDeps): void {
  const shown = {
    listing: PAYOUTS,
    itemsOf: (rows: readonly PayoutRow[]) => answers(deps, rows),
    csv: payoutsCsv,
    keptTexts: (ids: readonly string[]) => keptTexts(deps, ids),
  };
  mountListing(app, deps, payoutCalls.sitePayouts, {
    ...shown,
    scopeOf: async ({ params, session }) => {
      const { site_id } = await readableSite(deps.pool, signedIn(session), params.siteId);
      return { condition: 'p.site_id = $1::uuid', value: site_id };
    },
  });
  mountListing(app, deps, payoutCalls.ownPayouts, {
    ...shown,
    scopeOf: async ({ session }) => listScope(earningsScope(signedIn(session)), 'p'),
  });
}

/** What a search finds a payout by: the distributor's name, and what the owner wrote on settling it. */
async function keptTexts({ accounts }: QueryServiceDeps, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const notes = ids.filter((id) => id.startsWith(NOTE)).map((id) => id.slice(NOTE.length));
  const [names, texts] = await Promise.all([
    accounts.displayNames(ids.filter((id) => !id.startsWith(NOTE))),
    accounts.noteTexts(notes),
  ]);
  return new Map([...names, ...[...texts].map(([id, text]) => [NOTE + id, text] as const)]);
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
    entries: row.entry_count + row.combined,
    reference: row.reference ?? texts.get(row.note_id ?? '') ?? null,
    createdAt: row.created_at,
  }));
}
