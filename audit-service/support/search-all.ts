import type { FoundAccount } from '@perktree/contracts/account/account-store';
import type { SupportFound } from '@perktree/contracts/support/calls';
import { beginningsQuery, searchedText, wordsIn, wordsSql } from '@perktree/platform/postgres/searched-text';
import { named, run, sql } from '@perktree/platform/postgres/sql';
import type { AuditServiceDeps } from '../deps.ts';
import { byCode, describeFound, type FoundId } from './found.ts';
import { subjectOf } from './subjects.ts';
import { readSearch, type TypedSearch } from './typed-search.ts';

type Deps = Pick<AuditServiceDeps, 'pool' | 'accounts'>;

const EVERYTHING = { tenantIds: null, withAddresses: true };
/** Most results of a search; more results need a more exact search. */
const MAX_FOUND = 25;
/** Most rows that a search reads for each meaning, before the other words of the text select among them. */
const MAX_READ = 500;

/** The search of superadmins over all businesses. Every statement finds its rows by an index. */
export async function searchAll(deps: Deps, text: string): Promise<readonly SupportFound[]> {
  const typed = readSearch(text);
  const [exact, named, money] = await Promise.all([byExact(deps, typed), byNames(deps, typed), byMoney(deps, typed)]);
  const ordered = typed.meansMoney ? [...exact, ...money, ...named] : [...exact, ...named, ...money];
  const unique = new Map(ordered.map((each) => [`${each.kind} ${each.id}`, each]).toReversed() as [string, FoundId][]);
  return describeFound(deps, [...unique.values()].toReversed().slice(0, MAX_FOUND));
}

async function byExact(deps: Deps, { text, idRanges, tokens, email, code }: TypedSearch): Promise<readonly FoundId[]> {
  const { accounts } = deps;
  const found = await Promise.all([
    ...idRanges.map(([from, to]) => byIds(deps, from, to)),
    tokens.length === 0 ? [] : byTokens(deps, tokens),
    code === null ? [] : byCode(deps.pool, { ...EVERYTHING, max: MAX_FOUND }, code),
    email === null
      ? []
      : accounts
          .idOfEmail(email)
          .then(async (id) => (id === null ? [] : peopleOf(deps, await accounts.accountsByIds(id, id, 1)))),
    byReference(deps, text),
  ]);
  return found.flat();
}

async function byIds(deps: Deps, from: string, to: string): Promise<readonly FoundId[]> {
  const [{ rows }, people] = await Promise.all([
    run<FoundId>(
      deps.pool,
      `(SELECT 'redemption' AS kind, redemption_id::text AS id FROM read_models.redemptions WHERE redemption_id BETWEEN :from AND :to LIMIT 5)
       UNION ALL (SELECT 'payout', payout_id::text FROM read_models.payouts WHERE payout_id BETWEEN :from AND :to LIMIT 5)
       UNION ALL (SELECT 'site', site_id::text FROM read_models.sites WHERE site_id BETWEEN :from AND :to LIMIT 5)
       UNION ALL (SELECT 'qr', qr_id::text FROM read_models.qrs WHERE qr_id BETWEEN :from AND :to LIMIT 5)
       UNION ALL (SELECT 'redemption', redemption_id::text FROM read_models.ledger_entries WHERE entry_id BETWEEN :from AND :to LIMIT 5)
       UNION ALL (SELECT CASE WHEN redemption_id IS NULL THEN 'customer' ELSE 'redemption' END,
           coalesce(redemption_id::text, customer_id) FROM read_models.scans
         WHERE scan_id BETWEEN :from AND :to AND (redemption_id IS NOT NULL OR customer_id IS NOT NULL) LIMIT 5)`,
      { from, to },
    ),
    deps.accounts.accountsByIds(from, to, 5).then((accounts) => peopleOf(deps, accounts)),
  ]);
  // An account that was erased: its id is in events and rows alone.
  if (from !== to || rows.length + people.length > 0) return [...rows, ...people];
  const kinds = ['customer', 'distributor'] as const;
  const erased = await Promise.all(kinds.map((kind) => subjectOf(deps, EVERYTHING, { kind, id: from })));
  return erased.flatMap((subject) => (subject === null ? [] : { kind: subject.kind, id: subject.id }));
}

/** A link to an offer or to claim a QR, also one that was replaced since, or the token of a redemption to be confirmed. */
async function byTokens({ pool }: Deps, tokens: readonly string[]): Promise<readonly FoundId[]> {
  const { rows } = await run<FoundId>(
    pool,
    `SELECT 'qr' AS kind, qr_id::text AS id FROM read_models.qrs WHERE customer_token = ANY(:tokens)
     UNION ALL SELECT 'qr', qr_id::text FROM read_models.qrs WHERE distributor_token = ANY(:tokens)
     UNION ALL SELECT 'qr', qr_id::text FROM read_models.replaced_links WHERE token = ANY(:tokens)
     UNION ALL (SELECT CASE WHEN redemption_id IS NULL THEN 'customer' ELSE 'redemption' END,
         coalesce(redemption_id::text, customer_id) FROM read_models.scans
       WHERE redemption_token = ANY(:tokens) AND (redemption_id IS NOT NULL OR customer_id IS NOT NULL))
     LIMIT ${MAX_FOUND}`,
    { tokens },
  );
  return rows;
}

/** What a till calls a redemption, and the payment provider a payout. */
async function byReference({ pool }: Deps, text: string): Promise<readonly FoundId[]> {
  const { rows } = await pool.query<FoundId>(
    `(SELECT 'redemption' AS kind, redemption_id::text AS id FROM read_models.redemptions WHERE reference = $1 LIMIT 5)
     UNION ALL (SELECT 'payout', payout_id::text FROM read_models.payouts WHERE reference = $1 LIMIT 5)`,
    [text],
  );
  return rows;
}

/** People, sites and QRs of which every typed word begins a word; names that have exactly these words first. */
async function byNames(deps: Deps, { words }: TypedSearch): Promise<readonly FoundId[]> {
  if (words.length === 0) return [];
  const query = beginningsQuery(words);
  const [accounts, { rows }] = await Promise.all([
    deps.accounts.accountsByWords(words, MAX_READ),
    deps.pool.query<FoundId & { readonly name: string }>(
      `(SELECT 'site' AS kind, site_id::text AS id, name FROM read_models.sites
         WHERE ${wordsSql('name')} @@ to_tsquery('simple', $1) LIMIT ${MAX_READ})
       UNION ALL (SELECT 'qr', qr_id::text, name FROM read_models.qrs
         WHERE ${wordsSql("(name || ' ' || coalesce(internal_name, ''))")} @@ to_tsquery('simple', $1) LIMIT ${MAX_READ})`,
      [query],
    ),
  ]);
  const typed = words.join(' ');
  const rank = (name: string) => {
    const own = wordsIn(name);
    if (own.join(' ') === typed) return 0;
    return words.every((word) => own.includes(word)) ? 1 : 2;
  };
  const ranked = [
    ...accounts.map((account) => ({
      order: rank(account.name),
      name: searchedText(account.name),
      account,
      found: null,
    })),
    ...rows.map(({ kind, id, name }) => ({
      order: rank(name),
      name: searchedText(name),
      account: null,
      found: { kind, id },
    })),
  ]
    // Shorter names have fewer other words.
    .toSorted((a, b) => a.order - b.order || a.name.length - b.name.length)
    .slice(0, MAX_FOUND);
  const people = await peopleOf(
    deps,
    ranked.flatMap(({ account }) => account ?? []),
  );
  return ranked.flatMap(({ account, found }) =>
    account === null ? [found] : people.filter((one) => one.account === account),
  );
}

/** Redemptions and payouts by amount and day; other words select by the names of people, sites and QRs. */
async function byMoney(
  { pool, accounts }: Deps,
  { amounts, days, currency, otherWords }: TypedSearch,
): Promise<readonly FoundId[]> {
  if (amounts.length === 0 && days.length === 0) return [];
  const of = (columns: string, table: string, amount: string, at: string) => {
    const query = sql(table).joinRaw('JOIN read_models.sites s USING (site_id)').select(sql.raw(columns));
    if (currency !== null) query.where({ 't.currency': currency });
    if (amounts.length > 0) query.where(named(`${amount} = ANY(:amounts::bigint[])`, { amounts: amounts.map(String) }));
    if (days.length > 0) {
      // A day of a site begins up to 14 hours before that of UTC, and ends up to 12 hours after it.
      const within = `(${at} AT TIME ZONE coalesce(s.configuration::json->>'timeZone', 'UTC'))::date = ANY(:days::date[])
        AND ${at} >= (SELECT min(d) FROM unnest(:days::date[]) d) - interval '14 hours'
        AND ${at} < (SELECT max(d) FROM unnest(:days::date[]) d) + interval '36 hours'`;
      query.where(named(within, { days }));
    }
    return query.orderByRaw(`${at} DESC`).limit(MAX_READ);
  };
  const redemption =
    "'redemption' AS kind, redemption_id::text AS id, s.name AS site, qr_name AS qr, customer_id AS person, redeemed_at AS at";
  const payout = "'payout', payout_id::text, s.name, NULL, distributor_id, t.created_at";
  const both = [
    of(redemption, 'read_models.redemptions as t', 'sale_minor', 't.redeemed_at'),
    of(payout, 'read_models.payouts as t', 'amount_minor', 't.created_at'),
  ];
  const { rows } = await run<FoundId & { site: string; qr: string | null; person: string }>(
    pool,
    sql.unionAll(both, true).orderBy('at', 'desc'),
  );
  const names = otherWords.length === 0 ? new Map() : await accounts.displayNames(rows.map(({ person }) => person));
  return rows
    .filter(({ site, qr, person }) => {
      const own = wordsIn([site, qr ?? '', names.get(person) ?? ''].join(' '));
      return otherWords.every((word) => own.some((each) => each.startsWith(word)));
    })
    .slice(0, MAX_FOUND)
    .map(({ kind, id }) => ({ kind, id }));
}

/** Accounts as what they are: the business of an owner, then a distributor or customer, else an account. */
async function peopleOf({ pool }: Deps, accounts: readonly FoundAccount[]): Promise<readonly FoundId[]> {
  const ids = accounts.flatMap(({ id }) => id ?? []);
  // Not EXISTS, for which the planner may read a whole table into a hash.
  const has = (rows: string) => `coalesce((SELECT true FROM ${rows} LIMIT 1), false)`;
  const refused = (commands: string) =>
    has(`command_service.refusals WHERE person_id = id AND command IN (${commands})`);
  const { rows } = await pool.query<{ id: string; distributes: boolean; scans: boolean }>(
    `SELECT id, ${has('read_models.qrs WHERE owner_id = id')}
         OR ${has('read_models.payouts WHERE distributor_id = id')} OR ${refused("'claim'")} AS distributes,
       ${has('read_models.scans WHERE customer_id = id')} OR ${refused("'scan', 'redeem', 'staffRedeem'")} AS scans
     FROM unnest($1::text[]) id`,
    [ids],
  );
  const traces = new Map(rows.map((row) => [row.id, row]));
  return accounts.flatMap((account): readonly FoundId[] => {
    const { id, tenantId, roles } = account;
    const business: readonly FoundId[] = tenantId === null ? [] : [{ kind: 'tenant', id: tenantId, account }];
    if (id === null) return business;
    const trace = traces.get(id);
    const kinds = [
      ...(trace?.distributes ? (['distributor'] as const) : []),
      ...(trace?.scans ? (['customer'] as const) : []),
    ];
    const isOther = business.length + kinds.length === 0 || roles.includes('staff');
    const found = [...kinds, ...(isOther ? (['account'] as const) : [])];
    return [...business, ...found.map((kind) => ({ kind, id, account }))];
  });
}
