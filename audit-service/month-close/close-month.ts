import type { ClosedMonthAnswer } from '@perktree/contracts/audit/report-calls';
import type { EventData, RecordedEvent } from '@perktree/contracts/catalogue/events';
import { type Currency, fromMinor, toMinor } from '@perktree/contracts/kernel/money';
import { addMonths, startOfMonthAmong, type ZoneChange } from '@perktree/contracts/kernel/time-zone';
import { UTC } from '@perktree/contracts/kernel/time-zone-name';
import { isInSpan, type Span } from '../effective-clock.ts';
import { CLOCK_DISORDER_MS } from '../replay/clock-disorder.ts';
import { isOf } from '../stream-history.ts';

/** Sums are signed decimal strings in the currency's major unit. */
export type ClosedSums = ClosedMonthAnswer['totals'][number];

interface ClosedSite {
  readonly siteId: string;
  /** Of the last fact about money that is in the month or before it. */
  readonly position: string;
  readonly distributors: readonly (ClosedSums & { readonly distributorId: string })[];
  readonly totals: readonly ClosedSums[];
}

export interface MonthCloseReport {
  /** YYYY-MM. */
  readonly month: string;
  /** When it began and ended, ISO 8601 UTC. */
  readonly from: string;
  readonly to: string;
  /** In which it ended. */
  readonly timeZone: string;
  /** Position of the last event up to the end of the month, at any site; "0" if none exists. */
  readonly position: string;
  readonly sites: readonly ClosedSite[];
  readonly totals: readonly ClosedSums[];
}

interface Sums {
  opening: bigint;
  entries: number;
  earned: bigint;
  reversals: number;
  takenBack: bigint;
  payouts: number;
  paidOut: bigint;
  writtenOff: bigint;
}

interface SiteLedger {
  position: bigint;
  /** By currency and distributor. */
  readonly sums: Map<string, { readonly currency: Currency; readonly distributorId: string; readonly sums: Sums }>;
}

/** Of closes over all sites. */
const UTC_ALONE: readonly ZoneChange[] = [{ zone: UTC, since: Number.NEGATIVE_INFINITY }];

/** The instant from which on nothing can be added to a month any more, in milliseconds. @param zones of its site */
export function closableFrom(month: string, zones = UTC_ALONE): number {
  return Date.parse(periodOfMonth(month, zones).to) + CLOCK_DISORDER_MS;
}

/** When a calendar month begins and ends, ISO 8601 UTC, and the zone in which it ends. @param zones of its site */
export function periodOfMonth(
  month: string,
  zones = UTC_ALONE,
): { readonly from: string; readonly to: string; readonly timeZone: string } {
  const end = startOfMonthAmong(zones, addMonths(month, 1));
  return {
    from: new Date(startOfMonthAmong(zones, month).at).toISOString(),
    to: new Date(end.at).toISOString(),
    timeZone: end.zone,
  };
}

/** The ledger of a period: its events, and opening balances of those before. */
export class PeriodLedger {
  private readonly sites = new Map<string, SiteLedger>();

  /** @param span the events of the period */
  constructor(
    private readonly span: Span,
    private readonly onlySite?: string | undefined,
  ) {}

  apply(event: RecordedEvent): void {
    const { fact, position } = event;
    const { data } = fact;
    if (!('shares' in data || 'payoutId' in data || 'writeOffId' in data)) return;
    if (this.onlySite !== undefined && data.siteId !== this.onlySite) return;
    if (position > this.span.upTo) return;
    const site: SiteLedger = this.sites.get(data.siteId) ?? { position, sums: new Map() };
    this.sites.set(data.siteId, site);
    site.position = position;
    this.book(site, event, isInSpan(this.span, event));
  }

  closed(): Pick<MonthCloseReport, 'position' | 'sites' | 'totals'> {
    const sites = [...this.sites].sort(byName).map(closedSite);
    const totals = totalsOf([...this.sites.values()].flatMap(({ sums }) => [...sums.values()]));
    const newest = sites.reduce((most, { position }) => (BigInt(position) > most ? BigInt(position) : most), 0n);
    return { position: newest.toString(), sites, totals };
  }

  private book(site: SiteLedger, event: RecordedEvent, isInMonth: boolean): void {
    if (isOf(event, 'PayoutPaid')) bookPaid(site, event.fact.data, 1, isInMonth);
    else if (isOf(event, 'PayoutReturned')) bookPaid(site, event.fact.data, -1, isInMonth);
    else if (isOf(event, 'BalanceWrittenOff')) {
      const { distributorId, currency, amount } = event.fact.data;
      const sums = sumsOf(site, distributorId, currency);
      if (isInMonth) sums.writtenOff += toMinor(amount, currency);
      else sums.opening -= toMinor(amount, currency);
    } else if (isEarning(event) || isOf(event, 'RedemptionReversed')) {
      const { shares, currency } = event.fact.data;
      for (const { ownerId, amount } of shares) {
        const sums = sumsOf(site, ownerId, currency);
        const minor = toMinor(amount, currency);
        if (!isInMonth) sums.opening += minor;
        else if (isEarning(event)) {
          sums.entries += 1;
          sums.earned += minor;
        } else {
          sums.reversals += 1;
          sums.takenBack += minor;
        }
      }
    }
  }
}

/** The ledger of one calendar month. Events are only appended, so closing a month again gives the same figures. */
export class MonthClose extends PeriodLedger {
  constructor(
    private readonly month: string,
    span: Span,
    onlySite?: string | undefined,
    private readonly zones?: readonly ZoneChange[] | undefined,
  ) {
    super(span, onlySite);
  }

  close(): MonthCloseReport {
    return { month: this.month, ...periodOfMonth(this.month, this.zones), ...this.closed() };
  }
}

/** Returned money lowers the sum of the month in which it came back. */
function bookPaid(
  site: SiteLedger,
  { distributorId, currency, amount }: EventData<'PayoutPaid' | 'PayoutReturned'>,
  sign: 1 | -1,
  isInMonth: boolean,
): void {
  const sums = sumsOf(site, distributorId, currency);
  const paid = BigInt(sign) * toMinor(amount, currency);
  if (!isInMonth) sums.opening -= paid;
  else {
    sums.payouts += sign;
    sums.paidOut += paid;
  }
}

/** Shares are earned when a benefit is redeemed, or when staff confirm what the customer redeemed. */
const isEarning = (event: RecordedEvent) => isOf(event, 'BenefitRedeemed') || isOf(event, 'RedemptionConfirmed');

function sumsOf(site: SiteLedger, distributorId: string, currency: Currency): Sums {
  const key = `${currency} ${distributorId}`;
  const known = site.sums.get(key);
  if (known !== undefined) return known.sums;
  const sums: Sums = {
    opening: 0n,
    entries: 0,
    earned: 0n,
    reversals: 0,
    takenBack: 0n,
    payouts: 0,
    paidOut: 0n,
    writtenOff: 0n,
  };
  site.sums.set(key, { currency, distributorId, sums });
  return sums;
}

function closedSite([siteId, { position, sums }]: readonly [string, SiteLedger]): ClosedSite {
  const rows = [...sums].sort(byName).map(([, row]) => row);
  return {
    siteId,
    position: position.toString(),
    distributors: rows.map((row) => ({ distributorId: row.distributorId, ...asStrings(row.currency, row.sums) })),
    totals: totalsOf(rows),
  };
}

function totalsOf(rows: readonly { readonly currency: Currency; readonly sums: Sums }[]): readonly ClosedSums[] {
  const totals = new Map<Currency, Sums>();
  for (const { currency, sums } of rows) {
    const total = totals.get(currency);
    if (total === undefined) totals.set(currency, { ...sums });
    else {
      total.opening += sums.opening;
      total.entries += sums.entries;
      total.earned += sums.earned;
      total.reversals += sums.reversals;
      total.takenBack += sums.takenBack;
      total.payouts += sums.payouts;
      total.paidOut += sums.paidOut;
      total.writtenOff += sums.writtenOff;
    }
  }
  return [...totals].sort(byName).map(([currency, sums]) => asStrings(currency, sums));
}

function asStrings(currency: Currency, sums: Sums): ClosedSums {
  const text = (minor: bigint) => fromMinor(minor, currency);
  return {
    currency,
    opening: text(sums.opening),
    entries: sums.entries,
    earned: text(sums.earned),
    reversals: sums.reversals,
    takenBack: text(sums.takenBack),
    payouts: sums.payouts,
    paidOut: text(sums.paidOut),
    writtenOff: text(sums.writtenOff),
    closing: text(sums.opening + sums.earned + sums.takenBack - sums.paidOut - sums.writtenOff),
  };
}

/** By code units, so that the order is the same on every machine. */
const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]) => (a < b ? -1 : a > b ? 1 : 0);
