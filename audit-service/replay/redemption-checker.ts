import type { EventData, RecordedEvent } from '@perktree/contracts/catalogue/events';
import { fromMinor, toMinor } from '@perktree/contracts/kernel/money';
import { fromBasisPoints, toBasisPoints } from '@perktree/contracts/kernel/percent';
import {
  awaitedIn,
  checkCommissionRule,
  checkConfigured,
  checkConfirmation,
  checkForm,
  checkPath,
  checkSelfRedemption,
} from '../explanation/check-redemption.ts';
import { checkReversal } from '../explanation/check-reversals.ts';
import { type AuditedRedemption, type Entry, interning, redemptionOf, type WrittenIn } from './entry.ts';
import type { Findings } from './finding.ts';
import { HashSet } from './hash-set.ts';
import { LimitChecker } from './limit-checker.ts';
import type { ReplayClock } from './replay-clock.ts';
import { rulesAround, type SiteRulesHistory } from './site-rules.ts';
import type { TreeHistory } from './tree-history.ts';

type Redeemed = RecordedEvent<'BenefitRedeemed'>;
type Confirmed = RecordedEvent<'RedemptionConfirmed'>;
type Reversed = RecordedEvent<'RedemptionReversed'>;
type Share = EventData<'BenefitRedeemed'>['shares'][number];

interface Then {
  readonly trees: TreeHistory;
  readonly sites: SiteRulesHistory;
}

/** One for all redemptions, most of which are never reversed. */
const NOTHING_TAKEN: readonly bigint[] = [];

/** The redemptions with their entries, computed again as they come. */
export class RedemptionChecker {
  readonly entries = new Map<string, Entry>();
  private readonly redemptions = new Map<string, AuditedRedemption>();
  private readonly reversalIds = new HashSet();
  private readonly slots = new LimitChecker();
  private readonly once = interning();

  constructor(private readonly clock: ReplayClock) {}

  find(redemptionId: string): AuditedRedemption | undefined {
    return this.redemptions.get(redemptionId);
  }

  redeem(event: Redeemed, then: Then, findings: Findings): void {
    const { data } = event.fact;
    const awaited = awaitedIn(data);
    const shares = awaited?.shares ?? data.shares;
    const ownerOf = (id: string) => shares.find((share) => share.qrId === id)?.ownerId ?? null;
    findings.add(checkForm(data, event.metadata.recordedAt), ownerOf);
    checkTree(event, then, ownerOf, findings);
    this.checkRules(event, then, awaited, findings);
    if (this.redemptions.has(data.redemptionId)) {
      findings.note('redemption of an id', 'one', `another ${data.redemptionId}`);
    }
    const redemption = this.auditedRedemption(event, awaited);
    this.redemptions.set(data.redemptionId, redemption);
    for (const share of shares) redemption.entries.push(this.write(share, redemption, null, findings));
  }

  /** The configuration of the site and the limits of the QR, as they were. */
  private checkRules(
    { fact: { data }, metadata }: Redeemed,
    { trees, sites }: Then,
    awaited: AuditedRedemption['awaited'],
    findings: Findings,
  ): void {
    const at = Date.parse(metadata.recordedAt);
    const site = sites.find(data.siteId);
    const rules = site === undefined ? [] : rulesAround(site, at);
    findings.add(checkConfigured(data, site?.currency, rules));
    if (rules.length > 0) findings.add(checkSelfRedemption(data, rules));
    findings.add(checkCommissionRule(data, rules));
    const qr = trees.at(data.rootQrId, data.qrId, data.treeRevision);
    if (awaited && qr !== undefined) {
      const end = new Date(qr.expiresAt).toISOString();
      findings.equal('end of the time to confirm', end, new Date(awaited.until).toISOString());
    }
    this.slots.take(data, { qr, rules, at }, findings);
  }

  private auditedRedemption(
    { fact: { data }, position }: Redeemed,
    awaited: AuditedRedemption['awaited'],
  ): AuditedRedemption {
    return {
      redemptionId: data.redemptionId,
      qrId: this.once(data.qrId),
      siteId: this.once(data.siteId),
      customerId: this.once(data.customerId),
      period: data.period,
      currency: data.currency,
      ruleVersion: data.ruleVersion,
      sale: Number(toMinor(data.saleAmount, data.currency)),
      reversed: 0,
      isWhollyReversed: false,
      taken: NOTHING_TAKEN,
      holdUntil: Date.parse(data.maturesAt),
      entries: [],
      awaited,
      at: this.clock.at,
      maturesAt: Date.parse(data.maturesAt),
      position: Number(position),
    };
  }

  confirm(event: Confirmed, { sites }: { readonly sites: SiteRulesHistory }, findings: Findings): void {
    const { data } = event.fact;
    const redemption = this.redemptions.get(data.redemptionId);
    if (redemption === undefined) {
      findings.note('redemption that is confirmed', 'one that happened', data.redemptionId);
      return;
    }
    findings.equal('QR of a confirmation', redemption.qrId, data.qrId);
    findings.equal('site', redemption.siteId, data.siteId);
    findings.equal('customer', redemption.customerId, data.customerId);
    const at = Date.parse(event.metadata.recordedAt);
    sites.checkConfirmer(data, at, findings);
    sites.checkActive(data.siteId, at, findings);
    const ownerOf = (id: string) => redemption.entries.find(({ qrId }) => qrId === id)?.ownerId ?? null;
    findings.add(checkConfirmation(redemption.awaited, event), ownerOf);
    const site = sites.find(data.siteId);
    const { holdDays: _, ...sale } = data;
    findings.add(checkConfigured(sale, site?.currency, site === undefined ? [] : rulesAround(site, at)));
    redemption.awaited = null;
    redemption.sale = Number(toMinor(data.saleAmount, data.currency));
    redemption.holdUntil = Date.parse(data.maturesAt);
    const writtenIn = this.writtenIn(redemption, event);
    for (const { entryId } of redemption.entries) this.entries.delete(entryId);
    redemption.entries = data.shares.map((share) => this.write(share, writtenIn, null, findings));
  }

  reverse(event: Reversed, findings: Findings): void {
    const { data } = event.fact;
    const redemption = this.redemptions.get(data.redemptionId);
    if (redemption === undefined) {
      findings.note('redemption that is reversed', 'one that happened', data.redemptionId);
      return;
    }
    if (!this.reversalIds.add(data.reversalId)) findings.note('reversal of an id', 'one', `another ${data.reversalId}`);
    findings.equal('QR of a reversal', redemption.qrId, data.qrId);
    findings.equal('customer of a reversal', redemption.customerId, data.customerId);
    findings.equal('site', redemption.siteId, data.siteId);
    const ownerOf = (id: string) => redemption.entries.find(({ qrId }) => qrId === id)?.ownerId ?? null;
    const before = { reversed: BigInt(redemption.reversed), taken: redemption.taken };
    const { differences, after } = checkReversal(asTaken(redemption), before, event);
    findings.add(differences, ownerOf);
    redemption.reversed = Number(after.reversed);
    redemption.taken = after.taken;
    redemption.isWhollyReversed ||= data.whole;
    if (data.endsWaiting !== null) {
      redemption.awaited = null;
      for (const entry of redemption.entries) entry.changedAt = Number(event.position);
    }
    if (data.slotFreed) this.slots.free(redemption);

    const writtenIn = this.writtenIn(redemption, event);
    for (const share of data.shares) {
      const origin = this.entries.get(share.reversesEntryId) ?? null;
      const entry = this.write(share, writtenIn, origin, findings);
      if (origin === null || redemptionOf(origin) !== redemption) {
        findings.note('entry taken back', 'an entry of the redemption', share.reversesEntryId, share);
      } else {
        origin.compensated += entry.amount;
        origin.changedAt = writtenIn.position;
      }
    }
  }

  private writtenIn(redemption: AuditedRedemption, { fact, position }: Confirmed | Reversed): WrittenIn {
    return { redemption, at: this.clock.at, maturesAt: Date.parse(fact.data.maturesAt), position: Number(position) };
  }

  private write(share: Share, writtenIn: Entry['writtenIn'], origin: Entry | null, findings: Findings): Entry {
    const { entryId, qrId, ownerId } = share;
    const { currency, awaited } = 'redemption' in writtenIn ? writtenIn.redemption : writtenIn;
    const minor = Number(toMinor(share.amount, currency));
    const entry: Entry = {
      entryId,
      qrId: this.once(qrId),
      ownerId: this.once(ownerId),
      origin,
      writtenIn,
      points: toBasisPoints(share.percent),
      ...(awaited === null
        ? { amount: minor, awaiting: null }
        : { amount: 0, awaiting: { amount: minor, until: Date.parse(awaited.until) } }),
      compensated: 0,
      payout: null,
      combinedId: null,
      paidAt: null,
      changedAt: writtenIn.position,
      isSeen: false,
    };
    if (this.entries.has(entryId)) findings.note('entry of an id', 'one', `another ${entryId}`, share);
    this.entries.set(entryId, entry);
    return entry;
  }
}

/** The tree, site and path of a redemption, as they were at the revision that it names, and who confirmed it. */
function checkTree(
  { fact: { data }, metadata }: Redeemed,
  { trees, sites }: Then,
  ownerOf: (qrId: string) => string | null,
  findings: Findings,
): void {
  const { rootQrId, qrId, treeRevision } = data;
  const at = Date.parse(metadata.recordedAt);
  const tree = trees.find(rootQrId);
  findings.equal('tree of the redemption', true, tree !== undefined, { qrId });
  if (tree && !trees.wasNewest(rootQrId, treeRevision, at)) {
    findings.note('tree revision', `the newest of then, not past ${tree.revision}`, treeRevision);
  }
  findings.equal('site', tree?.siteId ?? data.siteId, data.siteId);
  findings.equal('tenant', tree?.tenantId ?? data.tenantId, data.tenantId);
  sites.checkConfirmer(data, at, findings);
  sites.checkActive(data.siteId, at, findings);
  const treePath = trees.path(rootQrId, qrId, treeRevision);
  const path = sites.find(data.siteId)?.blocked.earningPath(treePath, data.path, at) ?? treePath;
  findings.add(checkPath(data, path.length === 0 ? data.path : path), ownerOf);
  if (path.length === 0) findings.note('QR of the redemption', 'a QR of the tree', qrId, { qrId });
}

/** A redemption as reversals are computed from it. */
function asTaken(redemption: AuditedRedemption): Parameters<typeof checkReversal>[0] {
  const { sale, currency, ruleVersion, holdUntil, entries, awaited } = redemption;
  const earned = awaited === null ? entries : [];
  return {
    waiting: awaited && entries.map(({ entryId }) => entryId),
    saleAmount: fromMinor(BigInt(sale), currency),
    currency,
    ruleVersion,
    maturesAt: new Date(holdUntil).toISOString(),
    shares: earned.map(({ entryId, qrId, ownerId, points, amount }) => ({
      entryId,
      qrId,
      ownerId,
      percent: fromBasisPoints(points),
      amount: fromMinor(BigInt(amount), currency),
    })),
  };
}
