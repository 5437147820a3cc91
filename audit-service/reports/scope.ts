import type { ScopeAnswer } from '@perktree/contracts/audit/scope';
import { fileStem } from '@perktree/contracts/kernel/file-name';
import { Refused } from '@perktree/contracts/kernel/refusals';
import { dayIn } from '@perktree/contracts/kernel/time-zone';
import { UTC } from '@perktree/contracts/kernel/time-zone-name';
import { invalidField } from '@perktree/contracts/kernel/validation-issues';
import { fairLimit } from '@perktree/platform/fair-limit';
import type { Session } from '@perktree/platform/http/session';
import type { AuditServiceDeps } from '../deps.ts';
import { isSmallSite, ownedSite, siteOf, zoneOfSite } from '../own-site.ts';
import type { ReplayProgress } from '../replay/history-source.ts';

interface ScopeQuery {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly position?: string | undefined;
}

/** What an audit of a site covers: a period, and the events up to a position. */
export interface ReportScope {
  readonly siteId: string;
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly timeZone: string;
  readonly position: bigint;
  /** Whether events exist behind the position. */
  readonly isPast: boolean;
}

/** @throws Refused VALIDATION_FAILED, naming the field, for a period that ends before it starts and for a position that no event has */
export async function reportScopeOf(
  deps: Pick<AuditServiceDeps, 'store' | 'pool'>,
  siteId: string,
  { from, to, position }: ScopeQuery,
): Promise<ReportScope> {
  if (from !== undefined && to !== undefined && Date.parse(from) >= Date.parse(to)) {
    throw invalidField('to', 'ENDS_BEFORE_START');
  }
  const [head, timeZone] = await Promise.all([deps.store.head(), zoneOfSite(deps, siteId)]);
  const chosen = position === undefined ? head : BigInt(position);
  if (chosen > head) throw invalidField('position', 'POSITION_AHEAD');
  return { siteId, from, to, timeZone, position: chosen, isPast: chosen < head };
}

export const scopeAnswerOf = ({ siteId, from, to, timeZone, position }: ReportScope): ScopeAnswer => ({
  siteId,
  from: from ?? null,
  to: to ?? null,
  timeZone,
  position: position.toString(),
});

interface SiteInput {
  readonly params: { readonly siteId: string };
  readonly session: Session;
}

/** Finds a site, if the caller may have a report of it. */
type SiteRight = (deps: AuditServiceDeps, siteId: string, session: Session) => Promise<unknown>;

/** One replay at a time: it keeps a core busy, and several would delay other callers. */
const REPLAYS = { atOnce: 1, waiting: 1_000, ofKey: 1_000 };
const RETRY_SECONDS = 10;

/** Runs replays of a history in turn by caller, so that none waits for all those that another one asks for. */
export function replaysInTurn() {
  const inTurn = fairLimit(REPLAYS);
  return <T>({ userId }: Pick<Session, 'userId'>, replay: () => Promise<T>): Promise<T> =>
    inTurn(userId, replay, () => new Refused('TOO_MUCH_AT_ONCE', { seconds: RETRY_SECONDS }));
}

export type SiteReplays = ReturnType<typeof siteReplays>;

/** What all replays of a site's history have in common. */
export function siteReplays(deps: AuditServiceDeps) {
  const isSmall = async ({ params, session }: SiteInput, allowed: SiteRight = ownedSite) => {
    await allowed(deps, params.siteId, session);
    return isSmallSite(deps.pool, params.siteId);
  };
  return {
    inTurn: replaysInTurn(),
    isSmall,
    /** Refuses an impossible scope before a file is begun. */
    async isSmallScope(input: SiteInput & { readonly query: ScopeQuery }) {
      const isSmallOne = await isSmall(input);
      await reportScopeOf(deps, input.params.siteId, input.query);
      return isSmallOne;
    },
    /** Rows with the names of the distributors that they are about. */
    async named<Row extends { readonly distributorId: string | null }>(rows: readonly Row[]) {
      const ids = rows.flatMap(({ distributorId }) => distributorId ?? []);
      const names = await deps.accounts.displayNames([...new Set(ids)]);
      return rows.map(({ distributorId: id, ...row }) => {
        return { distributor: id === null ? null : { id, name: names.get(id) ?? '' }, ...row };
      });
    },
    /** The name of a file about a site. @param period default: its day */
    async nameOf(kind: string, { params }: SiteInput, at: Date, period?: string) {
      const { name = '', timeZone = UTC } = (await siteOf(deps, params.siteId)) ?? {};
      return fileStem([kind, name, period ?? dayIn(timeZone, at.getTime())]);
    },
    shareOf:
      (progress: (done: number) => void) =>
      ({ position, head }: ReplayProgress) =>
        progress(head === 0n ? 1 : Number(position) / Number(head)),
  };
}
