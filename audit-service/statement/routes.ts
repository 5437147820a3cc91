import { type StatementLanguage, statementCalls } from '@perktree/contracts/http/statements';
import { personName } from '@perktree/contracts/person-name';
import { Refused } from '@perktree/contracts/refusals';
import { invalidField } from '@perktree/contracts/validation-issues';
import { mountCall } from '@perktree/platform/http/mount-call';
import { Semaphore } from '@perktree/platform/semaphore';
import type { FastifyInstance } from 'fastify';
import { signedIn } from '../access.ts';
import { HistoryChanged } from '../chain/signed-heads.ts';
import type { AuditServiceDeps } from '../deps.ts';
import { ownSite } from '../own-site.ts';
import { TooMuchToState } from './collect-events.ts';
import { NothingToState, statementOn } from './make-statement.ts';
import { BalancesBehind, projectedBalances } from './opening-balances.ts';
import { NotAsRecorded } from './prove-events.ts';
import { fingerprintOf } from './sealed-lines.ts';
import { siteNames } from './site-names.ts';
import type { Statement, StatementAsked } from './statement.ts';

/** As much as is answered within a few seconds; npm run statement knows no bounds. */
const BOUNDS = { segments: 200, events: 5_000 };

/** Statements of a site for its owner and superadmins, and of a distributor for that one alone. */
export function mountStatements(app: FastifyInstance, deps: AuditServiceDeps): void {
  const { authenticate, accounts, pool } = deps;
  // A walk over a large history keeps a processor busy, and other callers are not to wait for several of them.
  const walks = new Semaphore(1);

  const answer = async (
    about: StatementAsked['about'],
    {
      language,
      ...query
    }: { from?: string | undefined; to?: string | undefined; language?: StatementLanguage | undefined },
  ) => {
    const asked = { about, ...periodOf(query, deps.clock()) };
    const statement = await walks.run(() => stated(deps, asked));
    const people = await accounts.displayNames([
      ...new Set(statement.totals.map(({ distributorId }) => distributorId)),
    ]);
    const names = new Map([
      ...(await siteNames(pool, statement)),
      ...[...people].map(([id, name]) => [id, personName(name, language ?? 'en')] as const),
    ]);
    // Its library takes longer to load than the rest of a service: it is loaded with the first statement.
    const { statementPdf } = await import('./statement-pdf.ts');
    const pdf = Buffer.from(await statementPdf(statement, names, language)).toString('base64');
    return { statement: fileOf(statement), fingerprint: fingerprintOf(statement), pdf };
  };

  mountCall(app, authenticate, statementCalls.siteStatement, async ({ params, query, session }) => {
    await ownSite(deps, params.siteId, session);
    return { later: answer({ kind: 'site', id: params.siteId }, query) };
  });

  mountCall(app, authenticate, statementCalls.ownStatement, async ({ query, session }) => ({
    later: answer({ kind: 'distributor', id: signedIn(session).userId }, query),
  }));
}

/** @throws Refused VALIDATION_FAILED where it ends before it begins */
function periodOf(query: { from?: string | undefined; to?: string | undefined }, now: Date) {
  const { from = `${now.toISOString().slice(0, 7)}-01T00:00:00.000Z`, to = now.toISOString() } = query;
  if (Date.parse(from) > Date.parse(to)) {
    throw invalidField('to', 'ENDS_BEFORE_START');
  }
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
}

async function stated({ store, pool, clock, sealing }: AuditServiceDeps, asked: StatementAsked): Promise<Statement> {
  if (!sealing) throw new Refused('NOTHING_SIGNED');
  try {
    const head = await sealing.head();
    if (!head) throw new Refused('NOTHING_SIGNED');
    return await statementOn(head, asked, {
      ...{ store, pool, key: sealing.key, now: clock(), bounds: BOUNDS },
      openings: projectedBalances(pool),
    });
  } catch (error) {
    if (error instanceof BalancesBehind) throw new Refused('READ_MODEL_BEHIND');
    if (error instanceof TooMuchToState) throw new Refused('STATEMENT_TOO_LONG', { most: String(error.most) });
    if (error instanceof HistoryChanged || error instanceof NotAsRecorded) throw new Refused('HISTORY_CHANGED');
    if (error instanceof NothingToState) throw new Refused('NOTHING_SIGNED');
    throw error;
  }
}

/** As the call declares it, whose lists are nobody's to keep from changing. */
const fileOf = ({ entries, totals, ...statement }: Statement) => ({
  ...statement,
  totals: totals.map((total) => ({ ...total })),
  entries: entries.map((entry) => ({ ...entry })),
});
