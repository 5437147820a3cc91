import { Refused } from '@perktree/contracts/kernel/refusals';
import { v1LedgerCalls } from '@perktree/contracts/ledger/v1-calls';
import { v1PayoutCalls } from '@perktree/contracts/payout/v1-calls';
import { type V1QrAnswer, v1QrCalls, v1QrOf } from '@perktree/contracts/qr/v1-calls';
import { type AuthenticateKey, coversSites, type KeyCaller } from '@perktree/platform/http/key-caller';
import { mountKeyCall } from '@perktree/platform/http/mount-call';
import { select } from '@perktree/platform/postgres/select';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Pool } from 'pg';
import type { QueryServiceDeps } from './engine/deps.ts';
import {
  cursorSchema,
  type ListCursor,
  type Listing,
  type ListScope,
  orderOf,
  rowsOf,
} from './engine/listing/listing.ts';
import { searchWords } from './engine/listing/search.ts';
import { cutPage, type PageRequest, pageOf } from './engine/page.ts';
import { PositionFeed } from './engine/position-feed.ts';
import type { SiteRow } from './engine/scope.ts';
import { installWaitForPosition } from './engine/wait-for-position.ts';
import { momentOf, SITE_BALANCES, siteBalancesScope } from './ledger/balances.ts';
import { LEDGER } from './ledger/query.ts';
import { distributorBalances, entryAnswers, siteTotals } from './ledger/routes.ts';
import { PAYOUTS, payoutAnswers } from './payout/routes.ts';
import { type ListedQrRow, SITE_QRS } from './qr/listing.ts';
import { qrAnswerOf } from './qr/qr-row.ts';

/**
 * A page of a list in its default order, without the number of rows. `q` searches only the texts of the rows: API clients do
 * not see names from the account store.
 */
async function pageFor<Row extends object>(
  { pool, clock }: Pick<QueryServiceDeps, 'pool' | 'clock'>,
  listing: Listing<Row>,
  options: {
    readonly scope: ListScope;
    readonly query: PageRequest & { readonly q?: string | undefined };
    readonly reply: FastifyReply;
  },
): Promise<readonly Row[]> {
  const { scope, query, reply } = options;
  const words = searchWords(query.q ?? '').map((word) => ({ word, textIds: [] }));
  const wanted = { scope, words, ids: undefined, show: undefined, sort: undefined, now: clock().toISOString() };
  const order = orderOf(listing, undefined);
  const page = pageOf(query, cursorSchema(listing, order));
  const rows = await rowsOf(pool, listing, wanted, { limit: page.limit + 1, after: page.after });
  return cutPage(reply, page, rows, (row): ListCursor => [order.of(row), listing.idOf(row)]);
}

/** A site of the key. @throws Refused API_KEY_SITE_NOT_ALLOWED, for unknown sites too */
async function siteOfKey(pool: Pool, { tenantId, siteIds }: KeyCaller, siteId: string): Promise<SiteRow> {
  const [site] = coversSites(siteIds, [siteId])
    ? await select<SiteRow>(
        pool,
        'SELECT * FROM read_models.sites WHERE site_id = $1 AND tenant_id = $2',
        [siteId, tenantId],
        'site-of-key',
      )
    : [];
  if (site === undefined) throw new Refused('API_KEY_SITE_NOT_ALLOWED');
  return site;
}

/** All sites of the key. @param alias of a table with the columns `tenant_id` and `site_id` */
function sitesOfKey({ tenantId, siteIds }: KeyCaller, alias: string): ListScope {
  const isOwn = `${alias}.tenant_id = (:scope::uuid[])[1]`;
  if (siteIds === null) return { condition: isOwn, value: [tenantId] };
  return { condition: `${isOwn} AND ${alias}.site_id = ANY((:scope::uuid[])[2:])`, value: [tenantId, ...siteIds] };
}

type V1QueryDeps = Pick<QueryServiceDeps, 'pool' | 'accounts' | 'head' | 'clock' | 'logger' | 'timers'> & {
  readonly authenticateKey: AuthenticateKey;
};

/** API clients do not see names with QRs, so `q` does not search them. */
const { textIds: _, ...QRS } = SITE_QRS;

/**
 * Mounts the reads of API clients: the owner's lists, limited to the sites of the API key. Mount them where keys are checked
 * against the events, so that a revoked key is refused at once. They wait for `X-Min-Position`.
 */
export function mountV1Queries(app: FastifyInstance, deps: V1QueryDeps): void {
  void app.register(async (scope) => {
    const feed = new PositionFeed(deps.pool, deps.logger, deps.timers);
    scope.addHook('onClose', () => feed.close());
    // None of these calls reads an asynchronous read model.
    installWaitForPosition(scope, feed, 'inline', deps.head);
    mountQrs(scope, deps);
    mountLedger(scope, deps);
    mountPayouts(scope, deps);
  });
}

function mountQrs(scope: FastifyInstance, deps: V1QueryDeps): void {
  const { pool, authenticateKey, clock } = deps;
  const answerOf = (row: ListedQrRow, { keyId }: KeyCaller): V1QrAnswer =>
    v1QrOf(qrAnswerOf(row, { now: clock().toISOString(), asOwner: true, userId: keyId }));

  mountKeyCall(scope, authenticateKey, v1QrCalls.v1Qrs, async ({ query, key, reply }) => {
    const { site_id } = await siteOfKey(pool, key, query.siteId);
    const ofSite = { condition: 'q.site_id = :scope::uuid', value: site_id };
    const rows = await pageFor(deps, QRS, { scope: ofSite, query, reply });
    return { answer: rows.map((row) => answerOf(row, key)) };
  });

  mountKeyCall(scope, authenticateKey, v1QrCalls.v1Qr, async ({ params, key }) => {
    const wanted = { words: [], show: undefined, sort: undefined, now: clock().toISOString() };
    const [row] = await rowsOf(
      pool,
      QRS,
      { scope: sitesOfKey(key, 'q'), ids: [params.qrId], ...wanted },
      { limit: 1, after: null },
    );
    if (row === undefined) throw new Refused('QR_NOT_FOUND');
    return { answer: answerOf(row, key) };
  });
}

function mountLedger(scope: FastifyInstance, deps: V1QueryDeps): void {
  const { pool, authenticateKey, clock } = deps;

  mountKeyCall(scope, authenticateKey, v1LedgerCalls.v1Ledger, async ({ query, key, reply }) => {
    const { site_id } = await siteOfKey(pool, key, query.siteId);
    const ofSite = { condition: 'e.site_id = :scope::uuid', value: site_id };
    return { answer: await entryAnswers(deps, await pageFor(deps, LEDGER, { scope: ofSite, query, reply })) };
  });

  mountKeyCall(scope, authenticateKey, v1LedgerCalls.v1Balances, async ({ query, key, reply }) => {
    const site = await siteOfKey(pool, key, query.siteId);
    const moment = momentOf(query.asOf, clock());
    const [rows, totals] = await Promise.all([
      pageFor(deps, SITE_BALANCES, { scope: siteBalancesScope(site.site_id, moment), query, reply }),
      siteTotals(pool, site, moment),
    ]);
    return { answer: { ...totals, distributors: await distributorBalances(deps, rows) } };
  });
}

function mountPayouts(scope: FastifyInstance, deps: V1QueryDeps): void {
  const { pool, authenticateKey } = deps;

  mountKeyCall(scope, authenticateKey, v1PayoutCalls.v1Payouts, async ({ query, key, reply }) => {
    const { siteId } = query;
    if (siteId !== undefined) await siteOfKey(pool, key, siteId);
    const ofKey = sitesOfKey(siteId === undefined ? key : { ...key, siteIds: [siteId] }, 'p');
    return { answer: await payoutAnswers(deps, await pageFor(deps, PAYOUTS, { scope: ofKey, query, reply }), null) };
  });
}
