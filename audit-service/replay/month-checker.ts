import { periodOfMonth } from '@perktree/contracts/audit/month-period';
import { decodeEvent, UndecodableEvent } from '@perktree/contracts/catalogue/codec';
import type { EventData, RecordedEvent } from '@perktree/contracts/catalogue/events';
import type { StoredEvent } from '@perktree/event-store/port';
import { type Span, spanOf } from '../effective-clock.ts';
import { emptyMonth, monthFingerprintOf, PeriodLedger } from '../month-close/close-month.ts';
import { isOf } from '../stream-history.ts';
import { textIn } from '../text-in.ts';
import { type AuditFilter, matchesAlone } from './audit-filter.ts';
import { type Finding, Findings } from './finding.ts';
import { MONEY_FACTS } from './fold-money.ts';
import type { History } from './history-source.ts';
import type { SiteRulesHistory } from './site-rules.ts';

type Closed = RecordedEvent<'MonthClosed'>;
/** Of a site, by month. */
type Closes = Map<string, readonly Closed[]>;

interface Month {
  readonly month: string;
  readonly from: string;
  readonly to: string;
  readonly timeZone: string;
  readonly span: Span;
  /** More than one where it was closed again. */
  readonly closes: readonly Closed[];
}

/** Of a site: the months that were closed and are still to come, oldest first, and its ledger of the first of them. */
interface Site {
  readonly siteId: string;
  readonly months: Month[];
  readonly ledger: PeriodLedger;
}

const FIGURES = [
  ['opening', 'owed at the beginning of a closed month'],
  ['earned', 'earned in a closed month'],
  ['takenBack', 'taken back in a closed month'],
  ['paidOut', 'paid out in a closed month'],
  ['writtenOff', 'written off in a closed month'],
  ['closing', 'owed at the end of a closed month'],
] as const;

/** Finds where a moment lies among all events. */
interface Clock {
  positionBefore(moment: string): Promise<bigint>;
}

/**
 * The figures with which people closed months are those of the events. They are computed after the replay, by the calculation
 * of the report: one ledger of each site that closed a month, which goes from month to month.
 */
export class MonthChecker {
  private readonly closes = new Map<string, Closes>();

  /** @param filter a finding of a close is of no distributor alone */
  constructor(private readonly filter: Pick<AuditFilter, 'siteId'>) {}

  apply(event: RecordedEvent, isInPeriod: boolean): void {
    if (!isOf(event, 'MonthClosed') || !matchesAlone({ siteId: this.filter.siteId }, event, isInPeriod)) return;
    const { siteId, month } = event.fact.data;
    const months = this.closes.get(siteId) ?? new Map<string, Closed[]>();
    this.closes.set(siteId, months.set(month, [...(months.get(month) ?? []), event]));
  }

  /** @param historyOf the events up to a position; not read if no month was closed */
  async compare(
    from: {
      readonly historyOf: () => History;
      readonly clock: Clock;
      readonly sites: Pick<SiteRulesHistory, 'zonesOf'>;
    },
    onFinding: (finding: Finding) => void,
  ): Promise<void> {
    const sites = new Map<string, Site>();
    for (const [siteId, closes] of this.closes) {
      const months = await monthsOf(closes, from.sites.zonesOf(siteId), from.clock);
      const [first] = months;
      if (first) sites.set(siteId, { siteId, months, ledger: new PeriodLedger(first.span, siteId) });
    }
    if (sites.size === 0) return;
    for await (const page of from.historyOf()) for (const stored of page) apply(stored, sites, onFinding);
    for (const site of sites.values()) while (site.months.length > 0) finish(site, onFinding);
  }
}

async function monthsOf(closes: Closes, zones: Parameters<typeof periodOfMonth>[1], clock: Clock): Promise<Month[]> {
  const months: Month[] = [];
  for (const [month, of] of [...closes].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const period = periodOfMonth(month, zones);
    months.push({ month, ...period, span: await spanOf(clock, period, 0n), closes: of });
  }
  return months;
}

function apply(stored: StoredEvent, sites: ReadonlyMap<string, Site>, onFinding: (finding: Finding) => void): void {
  if (!MONEY_FACTS.has(stored.type)) return;
  const site = sites.get(textIn(stored.data, 'siteId') ?? '');
  if (site === undefined) return;
  while (site.months[0] && stored.position > site.months[0].span.upTo) finish(site, onFinding);
  if (site.months.length === 0) return;
  try {
    site.ledger.apply(decodeEvent(stored));
  } catch (error) {
    // The replay has named it.
    if (!(error instanceof UndecodableEvent)) throw error;
  }
}

/** Compares the first of the months, and continues with the next one. */
function finish({ siteId, months, ledger }: Site, onFinding: (finding: Finding) => void): void {
  const month = months.shift();
  if (month === undefined) return;
  const closed = ledger.closed().sites[0] ?? emptyMonth(siteId);
  const fingerprint = monthFingerprintOf(month, closed);
  for (const close of month.closes) {
    const { fact, eventId, position, stream, metadata } = close;
    const findings = new Findings({ eventId, position, stream, siteId, recordedAt: metadata.recordedAt });
    const isOver = Date.parse(metadata.recordedAt) >= Date.parse(month.to);
    if (!isOver) findings.note('time at which a month is closed', `not before ${month.to}`, metadata.recordedAt);
    compareTotals(closed.totals, fact.data.totals, findings);
    findings.equal('position of a closed month', closed.position, fact.data.position);
    findings.equal('fingerprint of a closed month', fingerprint, fact.data.fingerprint);
    findings.all.forEach(onFinding);
  }
  if (months[0]) ledger.begin(months[0].span);
}

type Totals = Readonly<EventData<'MonthClosed'>['totals']>;

function compareTotals(expected: Totals, found: Totals, findings: Findings): void {
  const currencies = new Set([...expected, ...found].map(({ currency }) => currency));
  for (const currency of currencies) {
    const [right, said] = [expected, found].map((totals) => totals.filter((total) => total.currency === currency));
    for (const [figure, what] of FIGURES) {
      const amounts = (totals: Totals = []) => totals.map((total) => `${total[figure]} ${currency}`).join(' ') || null;
      findings.equal(what, amounts(right), amounts(said));
    }
  }
}
