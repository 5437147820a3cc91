import { TYPED_UUID } from '@perktree/contracts/kernel/uuid';
import { parseRedemptionCode } from '@perktree/contracts/redemption/code';
import type { SupportFound } from '@perktree/contracts/support/calls';
import { searchedText, searchedTextSql } from '@perktree/platform/postgres/searched-text';
import { run } from '@perktree/platform/postgres/sql';
import type { AuditServiceDeps } from '../deps.ts';
import { byCode } from './found.ts';
import { searchAll } from './search-all.ts';
import { type SubjectId, type SupportScope, subjectOf } from './subjects.ts';

type Deps = Pick<AuditServiceDeps, 'pool' | 'accounts'>;

const ONLY_FOR_SUPERADMINS = { tenantId: null, customer: null, amount: null, currency: null };
/** Most results of a search; more results need a more exact search. */
const MAX_FOUND = 25;

/**
 * The possible meanings of a search text: a redemption code, an id, an e-mail address that the account
 * store still holds, or a part of the name of a QR or a site.
 */
export async function search(deps: Deps, scope: SupportScope, typed: string): Promise<readonly SupportFound[]> {
  if (scope.tenantIds === null && scope.withAddresses) return searchAll(deps, typed);
  const meant = await meantBy(deps, scope, typed.trim());
  const unique = new Map(meant.map((subject) => [`${subject.kind} ${subject.id}`, subject]));
  const found = await Promise.all([...unique.values()].map((subject) => subjectOf(deps, scope, subject)));
  return found
    .flatMap((subject) => (subject === null ? [] : { ...subject, ...ONLY_FOR_SUPERADMINS }))
    .slice(0, MAX_FOUND);
}

async function meantBy(deps: Deps, scope: SupportScope, typed: string): Promise<readonly SubjectId[]> {
  if (TYPED_UUID.test(typed)) return byId(deps, typed.toLowerCase());
  if (typed.includes('@')) {
    const userId = await deps.accounts.idOfEmail(typed);
    return userId === null ? [] : asPerson(userId);
  }
  const code = parseRedemptionCode(typed);
  const [codes, names] = await Promise.all([
    code === null ? [] : byCode(deps.pool, { ...scope, max: MAX_FOUND }, code),
    byName(deps, scope, typed),
  ]);
  return [...codes, ...names];
}

const asPerson = (id: string): readonly SubjectId[] => [
  { kind: 'customer', id },
  { kind: 'distributor', id },
];

/** Ids of what has no timeline of its own lead to what has: an entry to its redemption, a payout to who is paid. */
async function byId({ pool }: Deps, id: string): Promise<readonly SubjectId[]> {
  const { rows } = await run<SubjectId>(
    pool,
    `SELECT 'redemption' AS kind, redemption_id::text AS id FROM read_models.ledger_entries WHERE entry_id = :id
     UNION ALL
     SELECT 'redemption', redemption_id::text FROM read_models.scans WHERE scan_id = :id AND redemption_id IS NOT NULL
     UNION ALL
     SELECT 'customer', customer_id FROM read_models.scans WHERE scan_id = :id AND customer_id IS NOT NULL
     UNION ALL SELECT 'distributor', distributor_id FROM read_models.payouts WHERE payout_id = :id
     UNION ALL (SELECT 'qr', qr_id::text FROM read_models.qrs WHERE site_id = :id
       ORDER BY created_at DESC, qr_id LIMIT ${MAX_FOUND})`,
    { id },
  );
  return [{ kind: 'redemption', id }, { kind: 'qr', id }, ...asPerson(id), ...rows];
}

/** QRs by a part of their names, the internal one too, or of their site's. */
async function byName({ pool }: Deps, { tenantIds }: SupportScope, typed: string): Promise<readonly SubjectId[]> {
  const isIn = (name: string) => `strpos(${searchedTextSql(name)}, :searched) > 0`;
  const { rows } = await run<SubjectId>(
    pool,
    `SELECT 'qr' AS kind, q.qr_id::text AS id FROM read_models.qrs q JOIN read_models.sites s USING (site_id)
     WHERE (:tenantIds::uuid[] IS NULL OR q.tenant_id = ANY(:tenantIds))
       AND (${isIn('q.name')} OR ${isIn("coalesce(q.internal_name, '')")} OR ${isIn('s.name')})
     ORDER BY ${isIn('s.name')}, q.created_at DESC, q.qr_id LIMIT ${MAX_FOUND}`,
    { tenantIds, searched: searchedText(typed) },
  );
  return rows;
}
