import type { EventData, RecordedEvent } from '@perktree/contracts/catalogue/events';
import { type Currency, fromMinor, toMinor } from '@perktree/contracts/kernel/money';
import type { EntryPayoutEvent } from '../explanation/payouts-of-entry.ts';
import { isOf } from '../stream-history.ts';
import { type AuditedPayout, type Entry, redemptionOf, STATUS_AFTER, type Sum } from './entry.ts';
import type { Findings } from './finding.ts';
import type { ReplayClock } from './replay-clock.ts';
import { rulesAround, type SiteRulesHistory } from './site-rules.ts';

type Generated = RecordedEvent<'PayoutGenerated'>;
type WrittenOff = RecordedEvent<'BalanceWrittenOff'>;
type Combined = RecordedEvent<'EntriesCombined'>;
type Settling = RecordedEvent<'PayoutPaid' | 'PayoutFailed' | 'PayoutCancelled' | 'PayoutReturned'>;

/** Checks payouts and write-offs: each is the sum of entries that were owed, and no entry is in two of them. */
export class PayoutChecker {
  private readonly payouts = new Map<string, AuditedPayout>();
  private readonly sums = new Map<string, Sum>();

  constructor(
    private readonly entries: ReadonlyMap<string, Entry>,
    private readonly clock: ReplayClock,
  ) {}

  find(payoutId: string): AuditedPayout | undefined {
    return this.payouts.get(payoutId);
  }

  apply(event: EntryPayoutEvent, sites: SiteRulesHistory, findings: Findings): void {
    if (isOf(event, 'EntriesCombined')) this.combine(event, findings);
    else if (isOf(event, 'PayoutGenerated')) this.generate(event, sites, findings);
    else if (isOf(event, 'BalanceWrittenOff')) this.writeOff(event, findings);
    else if (isOf(event, 'PayoutReferenceCorrected')) this.correct(event, findings);
    else this.settle(event as Settling, findings);
  }

  private combine(event: Combined, findings: Findings): void {
    const { combinedId, distributorId, siteId, currency, amount, entryIds } = event.fact.data;
    if (this.sums.has(combinedId)) {
      findings.note('sum of an id', 'one', `another ${combinedId}`, { distributorId });
    }
    let total = 0;
    for (const entryId of entryIds) {
      const entry = this.entries.get(entryId);
      if (entry === undefined) {
        findings.note('entry of a sum', 'one that was earned', entryId, { distributorId, entryId });
        continue;
      }
      checkOwed(entry, event, findings);
      checkFree(entry, combinedId, { distributorId, entryId, qrId: entry.qrId }, findings);
      entry.combinedId = combinedId;
      entry.changedAt = Number(event.position);
      total += entry.amount;
    }
    findings.equal('amount of a sum', fromMinor(BigInt(total), currency), amount, { distributorId });
    this.sums.set(combinedId, { distributorId, siteId, currency, amount: total, payout: null });
  }

  /** Moves no money. */
  private correct({ fact: { data } }: RecordedEvent<'PayoutReferenceCorrected'>, findings: Findings): void {
    const { payoutId, distributorId } = data;
    const status = this.payouts.get(payoutId)?.status ?? 'none';
    findings.equal('payout whose reference is corrected', 'paid', status, { distributorId });
  }

  private settle(event: Settling, findings: Findings): void {
    const { data } = event.fact;
    const { payoutId, distributorId, entryIds } = data;
    const about = { distributorId };
    const payout = this.payouts.get(payoutId);
    if (payout === undefined) {
      findings.note('payout that is settled', 'one that was generated', payoutId, about);
      return;
    }
    const isReturned = isOf(event, 'PayoutReturned');
    const before = isReturned ? 'paid' : 'processing';
    findings.equal('payout before it is settled', before, payout.status, about);
    findings.equal('distributor of a payout', payout.distributorId, distributorId, about);
    if (payout.status === before) {
      findings.equal('entries of a payout', payout.entryIds.join(' '), entryIds.join(' '), about);
    }
    const isPaid = isOf(event, 'PayoutPaid');
    if ('amount' in data) findings.equal('amount of a payout', payout.amount, data.amount, about);
    payout.status = STATUS_AFTER[event.fact.type];
    // A paid payout keeps its entries, because it may be returned.
    if (!isPaid) payout.entryIds = [];
    for (const entryId of entryIds) {
      const sum = this.sums.get(entryId);
      if (sum?.payout === payout && !isPaid) sum.payout = null;
      const entry = this.entries.get(entryId);
      if (entry === undefined) continue;
      if (isPaid) {
        entry.payout = payout;
        entry.paidAt = this.clock.at;
      } else if (entry.payout === payout) {
        entry.payout = null;
        entry.paidAt = null;
      } else continue;
      entry.changedAt = Number(event.position);
    }
  }

  private generate(event: Generated, sites: SiteRulesHistory, findings: Findings): void {
    const { payoutId, distributorId, amount, entryIds, siteId, currency } = event.fact.data;
    const payout: AuditedPayout = { payoutId, distributorId, amount, entryIds, status: 'processing' };
    const total = this.take(event, payout, findings);
    findings.equal('amount of a payout', fromMinor(BigInt(total), currency), amount, { distributorId });
    this.checkMinimum(event, sites.find(siteId), Date.parse(event.metadata.recordedAt), findings);
  }

  private writeOff(event: WrittenOff, findings: Findings): void {
    const { writeOffId: payoutId, distributorId, amount, entryIds, currency } = event.fact.data;
    const payout: AuditedPayout = { payoutId, distributorId, amount, entryIds, status: 'written_off' };
    const total = this.take(event, payout, findings);
    findings.equal('amount of a write-off', fromMinor(BigInt(total), currency), amount, { distributorId });
  }

  /** @returns the sum of the entries and combined entries, in minor units */
  private take(event: Generated | WrittenOff, payout: AuditedPayout, findings: Findings): number {
    const { payoutId, distributorId, entryIds } = payout;
    const about = { distributorId };
    if (this.payouts.has(payoutId)) findings.note('payout of an id', 'one', `another ${payoutId}`, about);
    this.payouts.set(payoutId, payout);
    let total = 0;
    for (const entryId of entryIds) {
      const sum = this.sums.get(entryId);
      const entry = this.entries.get(entryId);
      if (sum !== undefined) {
        checkSum(sum, event.fact.data, findings);
        checkFree(sum, payoutId, { ...about, entryId }, findings);
        sum.payout = payout;
        total += sum.amount;
      } else if (entry !== undefined) {
        checkOwed(entry, event, findings);
        checkFree(entry, payoutId, { ...about, entryId, qrId: entry.qrId }, findings);
        entry.payout = payout;
        entry.changedAt = Number(event.position);
        total += entry.amount;
      } else findings.note('entry of a payout', 'one that was earned', entryId, { ...about, entryId });
    }
    return total;
  }

  private checkMinimum(
    { fact }: Generated,
    site: ReturnType<SiteRulesHistory['find']>,
    at: number,
    findings: Findings,
  ): void {
    const { amount, currency, distributorId } = fact.data;
    const minimums = site === undefined ? [] : rulesAround(site, at).map((rules) => minimumOf(rules, currency));
    const least = minimums.reduce((a, b) => (a < b ? a : b), minimums[0] ?? 0n);
    const paid = toMinor(amount, currency);
    if (paid > 0n && paid >= least) return;
    const expected = least > 0n ? `at least ${fromMinor(least, currency)}` : 'more than nothing';
    findings.note('least that is paid out', expected, amount, { distributorId });
  }
}

const minimumOf = ({ minimumPayout }: { readonly minimumPayout: string }, currency: Currency) =>
  toMinor(minimumPayout, currency);

type About = NonNullable<Parameters<Findings['note']>[3]>;

function checkFree(
  { payout, combinedId }: { readonly payout: AuditedPayout | null; readonly combinedId?: string | null },
  by: string,
  about: About,
  findings: Findings,
): void {
  if (payout !== null) findings.note('payout that has the entry', `no payout but ${payout.payoutId}`, by, about);
  if (combinedId) findings.note('payout that has the entry', `none: the sum ${combinedId} stands for it`, by, about);
}

function checkSum(sum: Sum, data: EventData<'PayoutGenerated' | 'BalanceWrittenOff'>, findings: Findings): void {
  const { distributorId } = data;
  findings.equal('owner of a sum that is paid out', sum.distributorId, distributorId, { distributorId });
  findings.equal('site of a sum that is paid out', sum.siteId, data.siteId, { distributorId });
  findings.equal('currency of a sum that is paid out', sum.currency, data.currency, { distributorId });
}

function checkOwed(entry: Entry, { fact, metadata }: Generated | WrittenOff | Combined, findings: Findings): void {
  const { distributorId, siteId, currency } = fact.data;
  const at = Date.parse(metadata.recordedAt);
  const redemption = redemptionOf(entry);
  const about = { distributorId, entryId: entry.entryId, qrId: entry.qrId };
  findings.equal('owner of an entry that is paid out', entry.ownerId, distributorId, about);
  findings.equal('site of an entry that is paid out', redemption.siteId, siteId, about);
  findings.equal('currency of an entry that is paid out', redemption.currency, currency, about);
  if (entry.awaiting !== null) findings.note('entry that is paid out', 'one that is earned', 'one that waits', about);
  // A reversal matures with the entry that it reverses.
  const { maturesAt } = (entry.origin ?? entry).writtenIn;
  if (maturesAt > at) {
    const expected = `not before ${new Date(maturesAt).toISOString()}`;
    findings.note('time of a payout', expected, new Date(at).toISOString(), about);
  }
}
