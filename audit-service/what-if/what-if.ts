import type { EventData, RecordedEvent } from '@perktree/contracts/catalogue/events';
import type { FlagKind } from '@perktree/contracts/flag/rules';
import { DAY_MS } from '@perktree/contracts/kernel/durations';
import { toMinor } from '@perktree/contracts/kernel/money';
import { toBasisPoints } from '@perktree/contracts/kernel/percent';
import { entriesIn } from '@perktree/contracts/ledger/movements';
import type { PathQr } from '../commission/calculation.ts';
import { calculationOf } from '../commission/calculations.ts';
import { computeTakenBack } from '../commission/reversals.ts';
import { effectiveClock, isInSpan, type Span, spanOf } from '../effective-clock.ts';
import { type FoldedHistory, foldMoneyOf } from '../replay/fold-money.ts';
import { isOf } from '../stream-history.ts';
import { FraudWindow } from './fraud-window.ts';
import { type Account, type Side, type WhatIfOutcome, whatIfOutcomeOf } from './outcome.ts';
import { allocateTried, type Tried, type TriedRule } from './rules.ts';

/** The changes to simulate. Null or empty keeps the rule of that time. */
export interface Changes {
  /** By QR: its percent of the sale amount, a decimal string. */
  readonly percents: ReadonlyMap<string, string>;
  readonly rule: TriedRule | null;
  readonly holdDays: number | null;
  /** Decimal string in the site's currency. */
  readonly minimumPayout: string | null;
  /** Redemptions that meet one of these rules would have been refused. */
  readonly refused: readonly FlagKind[];
}

export const NO_CHANGES: Changes = {
  percents: new Map(),
  rule: null,
  holdDays: null,
  minimumPayout: null,
  refused: [],
};

/** The period whose redemptions are replayed, ISO 8601 UTC: from a moment on, before another. */
export interface Period {
  /** Left out: since the first event. */
  readonly from?: string | undefined;
  readonly to: string;
  readonly siteId?: string | undefined;
}

/** The changes cannot be: a QR would have more than the one above it. */
export class ImpossibleChange extends Error {
  override readonly name = 'ImpossibleChange';

  constructor(
    readonly qrId: string,
    readonly percent: string,
  ) {
    super(`QR ${qrId} would have ${percent} percent, more than the QR above it.`);
  }
}

/** A redemption, of the confirmed sale where staff confirmed it. */
type Redeemed = EventData<'BenefitRedeemed'>;

/** A redemption that staff have not confirmed yet. */
interface Awaited {
  readonly data: Redeemed;
  /** A rule refused it when the customer redeemed. */
  readonly isRefused: boolean;
  readonly isInPeriod: boolean;
}

/** The facts of a redemption that its reversals need. Sums in minor units. */
interface Kept {
  readonly data: Redeemed;
  readonly tried: Tried;
  readonly changed: readonly { readonly ownerId: string; readonly earned: bigint; taken: bigint }[];
  readonly isMatured: Readonly<Record<Side, boolean>>;
  reversed: bigint;
}

/**
 * The result of a period under other rules, beside the actual result. Folds events in the order of the store and
 * touches nothing. Redemptions of the period count, with what was taken back of them within it.
 */
export class WhatIf {
  private readonly accounts = new Map<string, Account>();
  private readonly minimums = new Map<string, string>();
  private readonly kept = new Map<string, Kept>();
  private readonly awaited = new Map<string, Awaited>();
  private readonly fraud: FraudWindow;
  private readonly counts = { redemptions: 0, refused: 0 };

  constructor(
    private readonly period: Period,
    /** The events of the period. */
    private readonly span: Span,
    private readonly changes: Changes,
  ) {
    this.fraud = new FraudWindow(changes.refused);
  }

  /** @throws ImpossibleChange */
  apply(event: RecordedEvent): void {
    const { fact } = event;
    if (isOf(event, 'SiteCreated') || isOf(event, 'SiteConfigured')) {
      if (event.position > this.span.upTo) return;
      this.minimums.set(event.fact.data.siteId, event.fact.data.configuration.minimumPayout);
      return;
    }
    if (this.period.siteId !== undefined && 'siteId' in fact.data && fact.data.siteId !== this.period.siteId) return;
    if (isOf(event, 'BenefitRedeemed')) this.redeem(event);
    else if (isOf(event, 'RedemptionConfirmed')) this.confirm(event);
    else if (isOf(event, 'RedemptionReversed')) this.reverse(event);
  }

  outcome(): WhatIfOutcome {
    const actual = (siteId: string) => this.minimums.get(siteId) ?? '0.00';
    const changed = (siteId: string) => this.changes.minimumPayout ?? actual(siteId);
    return whatIfOutcomeOf([...this.accounts.values()], this.counts, { actual, changed });
  }

  private redeem({ fact, metadata, position }: RecordedEvent<'BenefitRedeemed'>): void {
    const { data } = fact;
    const at = Date.parse(metadata.recordedAt);
    // What came before the period counts towards the rules' windows, too.
    const isRefused = this.fraud.met(data, at).length > 0;
    const isInPeriod = isInSpan(this.span, { position });
    if (data.awaitsConfirmation !== null) this.awaited.set(data.redemptionId, { data, isRefused, isInPeriod });
    if (!isInPeriod) return;
    this.counts.redemptions += 1;
    if (isRefused) this.counts.refused += 1;
    if (data.awaitsConfirmation === null) this.earn(data, at, isRefused);
  }

  /** Counts with the confirmation, which may come in a later period than the redemption. */
  private confirm({ fact, metadata, position }: RecordedEvent<'RedemptionConfirmed'>): void {
    const awaited = this.awaited.get(fact.data.redemptionId);
    if (awaited === undefined) return;
    this.awaited.delete(fact.data.redemptionId);
    const data = { ...awaited.data, ...fact.data };
    const at = Date.parse(metadata.recordedAt);
    // Device and network were counted when the customer redeemed.
    const sale = { ...data, deviceId: null, networkId: null, awaitsConfirmation: null };
    const isRefused = this.fraud.met(sale, at).length > 0 || awaited.isRefused;
    if (!isInSpan(this.span, { position })) return;
    // A redemption counts once, in the period in which the customer redeemed, so `refused` never exceeds `redemptions`.
    if (isRefused && !awaited.isRefused && awaited.isInPeriod) this.counts.refused += 1;
    this.earn(data, at, isRefused);
  }

  private earn(data: Redeemed, at: number, isRefused: boolean): void {
    const { holdDays, rule } = this.changes;
    const end = Date.parse(this.period.to);
    const tried = allocateTried(rule, data, this.pathOf(data), data);
    const shares = isRefused ? [] : tried.shares;
    const kept: Kept = {
      data,
      tried,
      changed: shares.map(({ ownerId, amount }) => ({ ownerId, earned: toMinor(amount, data.currency), taken: 0n })),
      isMatured: {
        actual: Date.parse(data.maturesAt) <= end,
        changed: at + (holdDays ?? data.holdDays) * DAY_MS <= end,
      },
      reversed: 0n,
    };
    this.kept.set(data.redemptionId, kept);
    for (const { distributorId, minor } of entriesIn(data)) this.add(kept, 'actual', distributorId, minor);
    for (const { ownerId, earned } of kept.changed) this.add(kept, 'changed', ownerId, earned);
  }

  private reverse({ fact, position }: RecordedEvent<'RedemptionReversed'>): void {
    const kept = this.kept.get(fact.data.redemptionId);
    if (kept === undefined || !isInSpan(this.span, { position })) return;
    const { currency, saleAmount } = kept.data;
    const { amount, ruleVersion } = fact.data;
    for (const { distributorId, minor } of entriesIn(fact.data)) this.add(kept, 'actual', distributorId, minor);
    const [sale, before] = [toMinor(saleAmount, currency), kept.reversed];
    const after = before + toMinor(amount, currency);
    const { computed } = kept.tried;
    const earned = computed.shares.map((share) => ({ ...share, earned: toMinor(share.amount, currency) }));
    const pool = calculationOf(kept.tried.ruleVersion).reversedPool({ sale, shares: earned }, after);
    const reversal = { sale, before, after, pool };
    for (const [index, minor] of computeTakenBack(ruleVersion, kept.changed, reversal).entries()) {
      const share = kept.changed[index];
      if (share === undefined) continue;
      this.add(kept, 'changed', share.ownerId, -minor);
      share.taken += minor;
    }
    kept.reversed = after;
  }

  /** The path as it was, with the percents that are tried. */
  private pathOf({ path }: EventData<'BenefitRedeemed'>): readonly PathQr[] {
    const { percents } = this.changes;
    const tried = path.map((qr) => ({ ...qr, percent: percents.get(qr.qrId) ?? qr.percent }));
    if (percents.size === 0) return tried;
    const tooMuch = tried.find(
      ({ percent }, n) => n > 0 && toBasisPoints(percent) > toBasisPoints(tried[n - 1]?.percent ?? '0'),
    );
    if (tooMuch === undefined) return tried;
    throw new ImpossibleChange(tooMuch.qrId, tooMuch.percent);
  }

  private add({ data, isMatured }: Kept, side: Side, distributorId: string, minor: bigint): void {
    const { siteId, currency } = data;
    const key = `${siteId} ${distributorId} ${currency}`;
    const account = this.accounts.get(key) ?? { siteId, distributorId, currency, ...nothing() };
    this.accounts.set(key, account);
    account[side].earned += minor;
    if (isMatured[side]) account[side].matured += minor;
  }
}

const nothing = () => ({ actual: { earned: 0n, matured: 0n }, changed: { earned: 0n, matured: 0n } });

/** Simulates a period under other rules, for all sites or one. @throws ImpossibleChange, UndecodableEvent */
export async function replayPeriod(
  history: FoldedHistory & { readonly period: Period; readonly changes: Changes },
): Promise<WhatIfOutcome> {
  const whatIf = new WhatIf(history.period, await spanOf(effectiveClock(history), history.period, 0n), history.changes);
  await foldMoneyOf(history, whatIf);
  return whatIf.outcome();
}
