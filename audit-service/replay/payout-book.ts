import type { RecordedEvent } from '@perktree/contracts/events/catalogue';
import { type Currency, fromMinor, toMinor } from '@perktree/contracts/money';
import type { PayoutEvent } from '../explanation/payouts-of-entry.ts';
import { isOf } from '../stream-history.ts';
import { type Entry, type Payout, redemptionOf } from './entry.ts';
import type { Findings } from './finding.ts';
import { rulesAround, type SiteBook } from './site-book.ts';
import type { WalkClock } from './walk-clock.ts';

type Generated = RecordedEvent<'PayoutGenerated'>;

/** The payouts: each the sum of entries that were owed, and no entry in two. */
export class PayoutBook {
  private readonly payouts = new Map<string, Payout>();

  constructor(
    private readonly entries: ReadonlyMap<string, Entry>,
    private readonly clock: WalkClock,
  ) {}

  apply(event: PayoutEvent, sites: SiteBook, findings: Findings): void {
    if (isOf(event, 'PayoutGenerated')) this.generate(event, sites, findings);
    else this.settle(event, findings);
  }

  private settle(event: Exclude<PayoutEvent, Generated>, findings: Findings): void {
    const { data } = event.fact;
    const { payoutId, distributorId, entryIds } = data;
    const about = { distributorId };
    const payout = this.payouts.get(payoutId);
    if (payout === undefined) {
      findings.note('payout that is settled', 'one that was generated', payoutId, about);
      return;
    }
    findings.equal('payout before it is settled', 'processing', payout.status, about);
    findings.equal('distributor of a payout', payout.distributorId, distributorId, about);
    if (payout.status === 'processing') {
      findings.equal('entries of a payout', payout.entryIds.join(' '), entryIds.join(' '), about);
    }
    const isPaid = isOf(event, 'PayoutPaid');
    if (isPaid) findings.equal('amount of a payout', payout.amount, event.fact.data.amount, about);
    payout.status = isPaid ? 'paid' : isOf(event, 'PayoutFailed') ? 'failed' : 'cancelled';
    payout.entryIds = [];
    for (const entryId of entryIds) {
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

  private generate(event: Generated, sites: SiteBook, findings: Findings): void {
    const { payoutId, distributorId, amount, entryIds, siteId, currency } = event.fact.data;
    const about = { distributorId };
    const payout: Payout = { payoutId, distributorId, amount, entryIds, status: 'processing' };
    if (this.payouts.has(payoutId)) findings.note('payout of an id', 'one', `another ${payoutId}`, about);
    this.payouts.set(payoutId, payout);
    const at = Date.parse(event.metadata.recordedAt);
    let sum = 0;
    for (const entryId of entryIds) {
      const entry = this.entries.get(entryId);
      if (entry === undefined) {
        findings.note('entry of a payout', 'one that was earned', entryId, { ...about, entryId });
        continue;
      }
      checkOwed(entry, event, at, findings);
      if (entry.payout !== null) {
        const held = `no payout but ${entry.payout.payoutId}`;
        findings.note('payout that has the entry', held, payoutId, { ...about, entryId, qrId: entry.qrId });
      }
      entry.payout = payout;
      entry.changedAt = Number(event.position);
      sum += entry.amount;
    }
    findings.equal('amount of a payout', fromMinor(BigInt(sum), currency), amount, about);
    this.checkMinimum(event, sites.find(siteId), at, findings);
  }

  private checkMinimum({ fact }: Generated, site: ReturnType<SiteBook['find']>, at: number, findings: Findings): void {
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

function checkOwed(entry: Entry, { fact }: Generated, at: number, findings: Findings): void {
  const { distributorId, siteId, currency } = fact.data;
  const redemption = redemptionOf(entry);
  const about = { distributorId, entryId: entry.entryId, qrId: entry.qrId };
  findings.equal('owner of an entry that is paid out', entry.ownerId, distributorId, about);
  findings.equal('site of an entry that is paid out', redemption.siteId, siteId, about);
  findings.equal('currency of an entry that is paid out', redemption.currency, currency, about);
  if (entry.awaiting !== null) findings.note('entry that is paid out', 'one that is earned', 'one that waits', about);
  // What takes an entry back counts as soon as that entry does.
  const { maturesAt } = (entry.origin ?? entry).writtenIn;
  if (maturesAt > at) {
    const expected = `not before ${new Date(maturesAt).toISOString()}`;
    findings.note('time of a payout', expected, new Date(at).toISOString(), about);
  }
}
