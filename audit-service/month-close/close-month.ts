import { createHash } from 'node:crypto';
import { closableFrom, periodOfMonth, UTC_ALONE } from '@perktree/contracts/audit/month-period';
import type { ClosedMonthAnswer } from '@perktree/contracts/audit/report-calls';
import { decodeEvent } from '@perktree/contracts/catalogue/codec';
import { type RecordedEvent, streams } from '@perktree/contracts/catalogue/events';
import { type Currency, fromMinor, toMinor } from '@perktree/contracts/kernel/money';
import type { ZoneChange } from '@perktree/contracts/kernel/time-zone';
import type { EventStore } from '@perktree/event-store/port';
import { effectiveClock, isInSpan, type Span, spanOf } from '../effective-clock.ts';
import { type FoldedHistory, foldMoneyOf } from '../replay/fold-money.ts';

/** Sums are signed decimal strings in the currency's major unit. */
export type ClosedSums = ClosedMonthAnswer['totals'][number];

export interface ClosedSite {
  readonly siteId: string;
  /** Of the last fact about money that is in the month or before it. */
  readonly position: string;
  readonly distributors: readonly (ClosedSums & { readonly distributorId: string })[];
  readonly totals: readonly ClosedSums[];
}

/** `position`: of the last event up to the end of the month, at any site; "0" if none exists. */
export interface MonthCloseReport
  extends Readonly<Pick<ClosedMonthAnswer, 'month' | 'from' | 'to' | 'timeZone' | 'position'>> {
  readonly sites: readonly ClosedSite[];
  readonly totals: readonly ClosedSums[];
}

const FIGURES = ['opening', 'entries', 'earned', 'reversals', 'takenBack', 'payouts', 'paidOut', 'writtenOff'] as const;
/** Counts, and sums in minor units. */
type Sums = Record<(typeof FIGURES)[number], bigint>;
const nothing = () => Object.fromEntries(FIGURES.map((figure) => [figure, 0n])) as Sums;

interface Row {
  readonly currency: Currency;
  readonly distributorId: string;
  readonly sums: Sums;
}

interface SiteLedger {
  position: bigint;
  /** By currency and distributor. */
  readonly rows: Map<string, Row>;
}

/** The time zones that a site has had, oldest first: from its events, so that closing a month again gives the same month. */
export async function zonesOfSite(
  store: Pick<EventStore, 'readStream'>,
  siteId: string,
): Promise<readonly ZoneChange[]> {
  const zones: ZoneChange[] = [];
  for (const stored of await store.readStream(streams.site(siteId))) {
    if (stored.type !== 'SiteCreated' && stored.type !== 'SiteConfigured') continue;
    const { fact, metadata } = decodeEvent(stored) as RecordedEvent<'SiteCreated' | 'SiteConfigured'>;
    zones.push({ zone: fact.data.configuration.timeZone, since: Date.parse(metadata.recordedAt) });
  }
  return zoneChangesIn(zones);
}

/** The changes of a zone among configurations, oldest first. @param configured each configuration's zone, and since when */
export function zoneChangesIn(configured: readonly ZoneChange[]): readonly ZoneChange[] {
  const changes = configured.filter(({ zone }, n) => zone !== configured[n - 1]?.zone);
  return changes.length === 0 ? UTC_ALONE : changes.map((each, n) => (n === 0 ? { ...each, since: -Infinity } : each));
}

/** The ledger of a period: its events, and opening balances of those before. The same events give the same figures. */
export class PeriodLedger {
  private readonly sites = new Map<string, SiteLedger>();

  /** @param span the events of the period */
  constructor(
    private span: Span,
    private readonly onlySite?: string | undefined,
  ) {}

  /** Continues with a later period. What is owed at the end of this one is part of its opening balances. */
  begin(span: Span): void {
    this.span = span;
    for (const { rows } of this.sites.values()) {
      for (const { sums } of rows.values()) Object.assign(sums, nothing(), { opening: closingOf(sums) });
    }
  }

  apply(event: RecordedEvent): void {
    const { fact, position } = event;
    const { data } = fact;
    if (!('shares' in data || 'payoutId' in data || 'writeOffId' in data)) return;
    if (this.onlySite !== undefined && data.siteId !== this.onlySite) return;
    if (position > this.span.upTo) return;
    const site: SiteLedger = this.sites.get(data.siteId) ?? { position, rows: new Map() };
    this.sites.set(data.siteId, site);
    site.position = position;
    const isInPeriod = isInSpan(this.span, event);
    for (const { distributorId, currency, minor, count, sum, sign } of movementsIn(event)) {
      const key = `${currency} ${distributorId}`;
      const { sums } = site.rows.get(key) ?? { sums: nothing() };
      site.rows.set(key, { currency, distributorId, sums });
      if (!isInPeriod) sums.opening += sum === 'earned' || sum === 'takenBack' ? minor : -minor;
      else {
        sums[sum] += minor;
        if (count !== null) sums[count] += sign;
      }
    }
  }

  closed(): Pick<MonthCloseReport, 'position' | 'sites' | 'totals'> {
    const sites = [...this.sites].sort(byName).map(closedSite);
    const totals = totalsOf([...this.sites.values()].flatMap(({ rows }) => [...rows.values()]));
    const newest = sites.reduce((most, { position }) => (BigInt(position) > most ? BigInt(position) : most), 0n);
    return { position: newest.toString(), sites, totals };
  }
}

/**
 * What an event changes of what is owed to distributors. Shares are earned when a benefit is redeemed, or when staff confirm what the customer redeemed. Returned money lowers the sum
 * of the period in which it came back.
 */
export function movementsIn({ fact: { type, data } }: RecordedEvent) {
  if ('shares' in data) {
    const { currency } = data;
    const [sum, count] =
      type === 'RedemptionReversed' ? (['takenBack', 'reversals'] as const) : (['earned', 'entries'] as const);
    return data.shares.map(({ ownerId: distributorId, amount }) => {
      return { distributorId, currency, minor: toMinor(amount, currency), sum, count, sign: 1n };
    });
  }
  if (type !== 'PayoutPaid' && type !== 'PayoutReturned' && type !== 'BalanceWrittenOff') return [];
  const { distributorId, currency, amount } = data;
  const sign = type === 'PayoutReturned' ? -1n : 1n;
  const [sum, count] =
    type === 'BalanceWrittenOff' ? (['writtenOff', null] as const) : (['paidOut', 'payouts'] as const);
  return [{ distributorId, currency, minor: sign * toMinor(amount, currency), sum, count, sign }];
}

function closedSite([siteId, { position, rows: byPayee }]: readonly [string, SiteLedger]): ClosedSite {
  const rows = [...byPayee].sort(byName).map(([, row]) => row);
  const distributors = rows.map(({ distributorId, ...row }) => ({ distributorId, ...asStrings(row) }));
  return { siteId, position: position.toString(), distributors, totals: totalsOf(rows) };
}

function totalsOf(rows: readonly Row[]): readonly ClosedSums[] {
  const totals = new Map<Currency, Sums>();
  for (const { currency, sums } of rows) {
    const total = totals.get(currency) ?? nothing();
    totals.set(currency, total);
    for (const figure of FIGURES) total[figure] += sums[figure];
  }
  return [...totals].sort(byName).map(([currency, sums]) => asStrings({ currency, sums }));
}

function asStrings({ currency, sums }: Pick<Row, 'currency' | 'sums'>): ClosedSums {
  const text = (minor: bigint) => fromMinor(minor, currency);
  return {
    currency,
    opening: text(sums.opening),
    entries: Number(sums.entries),
    earned: text(sums.earned),
    reversals: Number(sums.reversals),
    takenBack: text(sums.takenBack),
    payouts: Number(sums.payouts),
    paidOut: text(sums.paidOut),
    writtenOff: text(sums.writtenOff),
    closing: text(closingOf(sums)),
  };
}

const closingOf = ({ opening, earned, takenBack, paidOut, writtenOff }: Sums) =>
  opening + earned + takenBack - paidOut - writtenOff;

/** A site without a fact about money by the end of the month. */
export const emptyMonth = (siteId: string): ClosedSite => ({ siteId, position: '0', distributors: [], totals: [] });

/** SHA-256 of the figures of a site's month, hexadecimal. Of ids and sums: a name that was changed or erased since changes no figure. */
export function monthFingerprintOf(
  { month, from, to, timeZone }: Pick<MonthCloseReport, 'month' | 'from' | 'to' | 'timeZone'>,
  { siteId, position, distributors, totals }: ClosedSite,
): string {
  const figures = [siteId, month, from, to, timeZone, position, distributors, totals];
  return createHash('sha256').update(JSON.stringify(figures)).digest('hex');
}

/** By code units, so that the order is the same on every machine. */
const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]) => (a < b ? -1 : a > b ? 1 : 0);

/** The month cannot be closed yet: events may still fall into it. */
export class MonthNotOver extends Error {
  override readonly name = 'MonthNotOver';
  constructor(
    readonly month: string,
    readonly from: string,
  ) {
    super(`${month} is not over: it can be closed from ${from} on.`);
  }
}

/** @param now milliseconds @throws MonthNotOver */
export function mustBeOver(month: string, now: number, zones?: readonly ZoneChange[]): void {
  const from = closableFrom(month, zones);
  if (now < from) throw new MonthNotOver(month, new Date(from).toISOString());
}

/**
 * Closes a month that is over, for one site in its zones, or for all sites in UTC.
 * @throws UndecodableEvent
 */
export async function closeMonth(
  history: FoldedHistory & {
    readonly month: string;
    readonly siteId?: string | undefined;
    readonly zones?: readonly ZoneChange[] | undefined;
  },
): Promise<MonthCloseReport> {
  const span = await spanOf(effectiveClock(history), periodOfMonth(history.month, history.zones), 0n);
  const ledger = new PeriodLedger(span, history.siteId);
  await foldMoneyOf(history, ledger);
  return { month: history.month, ...periodOfMonth(history.month, history.zones), ...ledger.closed() };
}
