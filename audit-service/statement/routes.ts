import { gzipSync } from 'node:zlib';
import { fileStem } from '@perktree/contracts/kernel/file-name';
import { personName } from '@perktree/contracts/kernel/person-name';
import { Refused } from '@perktree/contracts/kernel/refusals';
import { canonicalJson } from '@perktree/contracts/kernel/strict-json';
import { dayIn, monthIn, startOfMonth } from '@perktree/contracts/kernel/time-zone';
import { UTC } from '@perktree/contracts/kernel/time-zone-name';
import { invalidField } from '@perktree/contracts/kernel/validation-issues';
import { type statementAnswer, statementCalls } from '@perktree/contracts/statement/calls';
import type { EffectiveClock } from '@perktree/event-store/effective-time/effective-clock';
import type { EventStore } from '@perktree/event-store/port';
import { type LongCall, longCall } from '@perktree/platform/files/long-call';
import type { FilePart } from '@perktree/platform/files/making';
import type { Session } from '@perktree/platform/http/session';
import { run, sql } from '@perktree/platform/postgres/sql';
import type { Pool } from 'pg';
import type { z } from 'zod';
import { SignedHistoryChanged } from '../chain/signed-heads.ts';
import { KeyNotInUse } from '../chain/signing-keys.ts';
import type { AuditServiceDeps } from '../deps.ts';
import { effectiveClock } from '../effective-clock.ts';
import { ownedSite, zoneOfSite } from '../own-site.ts';
import { replaysInTurn } from '../reports/scope.ts';
import { NotAsRecorded } from './collect-events.ts';
import { NothingToState, statementOn } from './make-statement.ts';
import { BalancesBehind, projectedBalances } from './opening-balances.ts';
import { projectedStreams } from './own-streams.ts';
import type { MadeStatement, StatementAsked, StatementFile } from './statement.ts';
import { siteNames, statementBrand } from './statement-brand.ts';

/**
 * The part of a period that a signed head covers, so that a statement never omits events of the period that it names.
 * A period that is still running ends at the first event behind the head.
 * @param head the last position that the head covers
 * @param isRunning whether the period ends now or later
 * @throws NothingToState if the period is over and the head lacks events of it, or if the head ends before the period
 */
export async function coveredPeriod(
  { store, clock }: { readonly store: Pick<EventStore, 'readAll'>; readonly clock: EffectiveClock },
  asked: StatementAsked,
  head: bigint,
  isRunning: boolean,
): Promise<StatementAsked> {
  if (head >= (await clock.positionBefore(asked.to))) return asked;
  const [next] = isRunning ? await store.readAll(head, 1) : [];
  if (next === undefined) throw new NothingToState('The newest head lacks events of the period.');
  const { at: to } = await clock.at(next.position);
  if (to < asked.from) throw new NothingToState('The newest head ends before the period.');
  return { ...asked, to };
}

type StatementQuery = z.infer<typeof statementCalls.ownStatement.query>;

/** Share of the work that is done when the events are proven; the PDF is the rest. */
const STATED = 0.5;

/** Statements of a site for its owner and superadmins, and of a distributor for that distributor. */
export function statementReports(deps: AuditServiceDeps): readonly LongCall[] {
  const { accounts, pool } = deps;
  const inTurn = replaysInTurn();

  const answer = async (
    about: StatementAsked['about'],
    { query: { language, ...query }, session }: { readonly query: StatementQuery; readonly session: Session },
    progress: (done: number) => void,
    now: Date,
  ) => {
    const timeZone = query.timeZone ?? (about.kind === 'site' ? await zoneOfSite(deps, about.id) : UTC);
    const { predecessor = null } = query;
    const isRunning = query.to === undefined || Date.parse(query.to) >= now.getTime();
    const asked = { about, timeZone, predecessor, isRunning, ...periodOf({ ...query, timeZone }, now) };
    const made = await inTurn(session, () => stated(deps, asked, isRunning));
    const { statement, file } = made;
    progress(STATED);
    const people = await accounts.displayNames([
      ...new Set(statement.totals.map(({ distributorId }) => distributorId)),
    ]);
    const names = new Map([
      ...(await siteNames(pool, statement)),
      ...[...people].map(([id, name]) => [id, personName(name, language ?? 'en')] as const),
    ]);
    const brand = await statementBrand(deps.store, statement, accounts.pictureContent);
    // Its library takes longer to load than the rest of a service: it is loaded with the first statement.
    const { statementPdf } = await import('./statement-pdf.ts');
    const pdf = (await statementPdf(made, names, language, brand)).toString('base64');
    return { statement: answered(file), fingerprint: made.fingerprint, pdf };
  };

  const nameOf = (site: string | null, query: StatementQuery, at: Date) => {
    const { from, to } = periodOf(query, at);
    const day = (iso: string) => dayIn(query.timeZone ?? UTC, Date.parse(iso));
    return fileStem(['statement', site, day(from), day(to)]);
  };

  const common = {
    parts: ({ statement, fingerprint, pdf }: z.input<typeof statementAnswer>, name: string) => [
      statementPart(name, statement),
      { name: `${name}.pdf`, contentType: 'application/pdf', body: Buffer.from(pdf, 'base64') },
      { name: `${name}.fingerprint.txt`, contentType: 'text/plain; charset=utf-8', body: `${fingerprint}\n` },
    ],
  };

  const ofSite = longCall(statementCalls.siteStatement, {
    ...common,
    async name({ params: { siteId }, query, session }, at) {
      const { name, timeZone } = await ownedSite(deps, siteId, session);
      return nameOf(name, { timeZone, ...query }, at);
    },
    async isSmall({ params: { siteId }, query, session }, at) {
      const { timeZone } = await ownedSite(deps, siteId, session);
      return hasFewEntries(pool, 'site_id', siteId, periodOf({ timeZone, ...query }, at));
    },
    make: ({ params, ...input }, progress, at) => answer({ kind: 'site', id: params.siteId }, input, progress, at),
  });

  const own = longCall(statementCalls.ownStatement, {
    ...common,
    name: ({ query }, at) => nameOf(null, query, at),
    isSmall: ({ query, session }, at) => hasFewEntries(pool, 'distributor_id', session.userId, periodOf(query, at)),
    make: (input, progress, at) => answer({ kind: 'distributor', id: input.session.userId }, input, progress, at),
  });

  return [ofSite, own];
}

/** Ledger entries of a statement that is made in the serving process: its PDF keeps a core busy for a fraction of a second. */
const FEW_ENTRIES = 100;

async function hasFewEntries(
  pool: Pool,
  column: 'site_id' | 'distributor_id',
  id: string,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<boolean> {
  const entries = sql('read_models.ledger_entries').where(column, id).where('created_at', '>=', from);
  const some = entries
    .where('created_at', '<', to)
    .limit(FEW_ENTRIES + 1)
    .select(sql.raw('1'));
  return ((await run(pool, some)).rowCount ?? 0) <= FEW_ENTRIES;
}

/**
 * A period that is not over ends at the moment of the request, whenever the statement is made.
 * @throws Refused VALIDATION_FAILED where it ends before it begins, or begins in the future
 */
function periodOf(query: StatementQuery, now: Date) {
  const { timeZone = UTC } = query;
  const month = new Date(startOfMonth(timeZone, monthIn(timeZone, now.getTime()))).toISOString();
  const { from = month, to = now.toISOString() } = query;
  if (Date.parse(from) > Date.parse(to)) {
    throw invalidField('to', 'ENDS_BEFORE_START');
  }
  if (Date.parse(from) > now.getTime()) throw invalidField('from', 'IN_FUTURE');
  const end = Math.min(Date.parse(to), now.getTime());
  return { from: new Date(from).toISOString(), to: new Date(end).toISOString() };
}

async function stated(
  { store, pool, clock, sealing, accounts }: AuditServiceDeps,
  asked: StatementAsked,
  isRunning: boolean,
): Promise<MadeStatement> {
  if (!sealing) throw new Refused('NOTHING_SIGNED');
  try {
    const times = effectiveClock({ store, pool });
    const head = await sealing.head(await times.positionBefore(asked.to));
    if (!head) throw new Refused('NOTHING_SIGNED');
    const covered = await coveredPeriod({ store, clock: times }, asked, BigInt(head.position), isRunning);
    return await statementOn(head, covered, {
      store,
      pool,
      key: sealing.key,
      now: clock(),
      openings: projectedBalances(pool),
      ownStreams: projectedStreams(pool),
      texts: accounts,
    });
  } catch (error) {
    if (error instanceof BalancesBehind) throw new Refused('READ_MODEL_BEHIND');
    if (error instanceof SignedHistoryChanged || error instanceof NotAsRecorded) throw new Refused('HISTORY_CHANGED');
    if (error instanceof NothingToState || error instanceof KeyNotInUse) throw new Refused('NOTHING_SIGNED');
    throw error;
  }
}

/** Longer files are compressed; the verifier reads both. */
const LONG_FILE = 1_000_000;

function statementPart(name: string, statement: unknown): FilePart {
  const text = `${canonicalJson(statement)}\n`;
  return text.length < LONG_FILE
    ? { name: `${name}.json`, contentType: 'application/json; charset=utf-8', body: text }
    : { name: `${name}.json.gz`, contentType: 'application/gzip', body: gzipSync(text) };
}

/** Copies the readonly lists, because the call's type declares mutable ones. */
const answered = ({ totals, doesNotProve, ...statement }: StatementFile) => ({
  ...statement,
  doesNotProve: [...doesNotProve],
  totals: totals.map((total) => ({ ...total })),
});
