import type { EventData, RecordedEvent } from '@perktree/contracts/catalogue/events';
import type { RuleSettings } from '@perktree/contracts/commission/rule';
import { DAY_MS } from '@perktree/contracts/kernel/durations';
import { type Currency, fromMinor, toMinor } from '@perktree/contracts/kernel/money';
import { normalizePercent } from '@perktree/contracts/kernel/percent';
import type { SiteConfiguration } from '@perktree/contracts/site/configuration';
import { BlockedOwners } from '../blocked-owners.ts';
import type { PathQr } from '../commission/calculation.ts';
import { calculationOf, isKnownRule } from '../commission/calculations.ts';
import { isOf, type SiteHistoryEvent, type TreeEvent } from '../stream-history.ts';
import { foldTree, pathInTree } from '../tree-fold.ts';
import { compareWith, type Difference } from './difference.ts';

type Redeemed = EventData<'BenefitRedeemed'>;

/** Computes the shares again from the event's own path, percents and sale amount, and the end of the hold. */
export function checkAgainstEvent({ fact, metadata }: RecordedEvent<'BenefitRedeemed'>): readonly Difference[] {
  const { data } = fact;
  return [
    ...checkForm(data, metadata.recordedAt),
    ...compareShares('event', { ...data, ...allocatedIn(data) }, data.path),
  ];
}

/** Rule version, ends of the path, and the end of the hold. @param recordedAt of the event, ISO 8601 UTC */
export function checkForm(data: Redeemed, recordedAt: string): readonly Difference[] {
  const { differences, equal } = compareWith('event');
  equal('rule version', data.ruleVersion, isKnownRule(data.ruleVersion) ? data.ruleVersion : null);
  equal('first QR of the path', data.path[0]?.qrId, data.rootQrId);
  equal('last QR of the path', data.path.at(-1)?.qrId, data.qrId);
  const matures = new Date(Date.parse(recordedAt) + data.holdDays * DAY_MS).toISOString();
  equal('end of the hold', new Date(data.maturesAt).toISOString(), matures);
  if (data.awaitsConfirmation !== null) {
    equal('earned before it is confirmed', data.pool, '0.00');
    equal('shares before it is confirmed', data.shares.length, 0);
    equal('confirmation that is awaited of', data.confirmedVia, 'self');
  }
  return differences;
}

/** Pool and shares as the redemption allocated them: earned at once, or waiting. */
const allocatedIn = ({ awaitsConfirmation, pool, shares }: Redeemed) => awaitsConfirmation ?? { pool, shares };

/** Computes the shares again from the tree as it was at the revision that the event names, less who was blocked then. */
export function checkAgainstTree(
  { fact, metadata, position }: RecordedEvent<'BenefitRedeemed'>,
  tree: readonly TreeEvent[],
  site: readonly SiteHistoryEvent[],
): readonly Difference[] {
  const { data } = fact;
  const { differences, equal } = compareWith('tree');
  const last = tree.at(data.treeRevision);
  const known = last !== undefined && last.position < position ? data.treeRevision : null;
  equal('tree revision', data.treeRevision, known);
  if (known === null) return differences;

  equal('tenant', data.tenantId, tree[0]?.fact.data.tenantId);
  equal('site', data.siteId, tree[0]?.fact.data.siteId);
  const path = pathInTree(foldTree(tree.slice(0, data.treeRevision + 1)), data.qrId).map(
    ({ qrId, ownerId, terms }): PathQr => ({ qrId, ownerId, percent: terms.commissionPercent }),
  );
  const blocked = new BlockedOwners();
  for (const event of site) if (event.position < position) blocked.apply(event);
  return [...differences, ...checkPath(data, blocked.earningPath(path, data.path, Date.parse(metadata.recordedAt)))];
}

/** Holds path and shares against the path as it was. */
export function checkPath(data: Redeemed, path: readonly PathQr[]): readonly Difference[] {
  const { differences, equal } = compareWith('tree');
  equal('path', ids(data.path), ids(path));
  for (const recorded of data.path) {
    const { qrId } = recorded;
    const then = path.find((qr) => qr.qrId === qrId);
    if (then === undefined) continue;
    equal('owner on the path', recorded.ownerId, then.ownerId, { qrId, isPerson: true });
    equal('percent on the path', normalizePercent(recorded.percent), normalizePercent(then.percent), { qrId });
  }
  return [...differences, ...compareShares('tree', { ...data, ...allocatedIn(data) }, path)];
}

/** The configuration may change during a redemption, so any value that the site has had until then is correct. */
export function checkAgainstSite(
  { fact, position }: RecordedEvent<'BenefitRedeemed'>,
  site: readonly SiteHistoryEvent[],
): readonly Difference[] {
  const before = site.filter((event) => event.position < position);
  const created = before.find((event) => isOf(event, 'SiteCreated'));
  const configurations = before.flatMap((event) =>
    isOf(event, 'SiteCreated') || isOf(event, 'SiteConfigured') ? [event.fact.data.configuration] : [],
  );
  const currency = created?.fact.data.currency;
  return [
    ...checkConfigured(fact.data, currency, configurations),
    ...checkSelfRedemption(fact.data, configurations),
    ...checkCommissionRule(fact.data, configurations),
  ];
}

/** What a customer redeems by themselves earns at once where the site has that on, and waits where staff confirm. */
export function checkSelfRedemption(
  { confirmedVia, awaitsConfirmation }: Redeemed,
  configurations: readonly Pick<SiteConfiguration, 'selfRedemption'>[],
): readonly Difference[] {
  const { differences, equal } = compareWith('site');
  if (confirmedVia !== 'self') return differences;
  const went: string = awaitsConfirmation === null ? 'on' : 'confirmed';
  const had = configurations.map(({ selfRedemption }): string => selfRedemption);
  equal('redemption by the customer', went, had.includes(went) ? went : had.at(-1));
  return differences;
}

/** The rule and its settings must be ones that the site had. */
export function checkCommissionRule(
  { ruleVersion, ruleSettings }: Redeemed,
  configurations: readonly Pick<SiteConfiguration, 'commissionRule'>[],
): readonly Difference[] {
  const { differences, equal } = compareWith('site');
  const text = (version: number, settings: RuleSettings) =>
    [version, ...Object.entries(settings).map(([name, values]) => `${name} ${values.join(' ')}`)].join(', ');
  const recorded = text(ruleVersion, ruleSettings);
  const had = configurations.map(({ commissionRule }) => text(commissionRule.version, commissionRule.settings));
  if (had.length > 0) equal('commission rule', recorded, had.includes(recorded) ? recorded : had.at(-1));
  return differences;
}

/** Holds hold and sale amount against the configurations that it may have gone by, oldest first. */
export function checkConfigured(
  data: Pick<Redeemed, 'currency' | 'saleAmount' | 'saleAmountSource'> & { readonly holdDays?: number },
  currency: Currency | undefined,
  configurations: readonly Pick<SiteConfiguration, 'commissionHoldDays' | 'defaultSaleAmount' | 'maxSaleAmount'>[],
): readonly Difference[] {
  const { differences, equal } = compareWith('site');
  equal('currency', data.currency, currency);
  const oneOf = <T extends string | number>(had: readonly T[], value: T) => (had.includes(value) ? value : had.at(-1));
  const holds = configurations.map(({ commissionHoldDays }): number => commissionHoldDays);
  if (data.holdDays !== undefined) equal('hold in days', data.holdDays, oneOf(holds, data.holdDays));
  const limits = configurations.map(({ maxSaleAmount }) => toMinor(maxSaleAmount, data.currency));
  const max = limits.reduce((a, b) => (a > b ? a : b), limits[0] ?? 0n);
  if (limits.length > 0 && toMinor(data.saleAmount, data.currency) > max) {
    equal('sale amount', data.saleAmount, `at most ${fromMinor(max, data.currency)}`);
  }
  if (data.saleAmountSource === 'default') {
    const defaults = configurations.map(({ defaultSaleAmount }) => normalized(defaultSaleAmount, data.currency));
    const sale = normalized(data.saleAmount, data.currency);
    equal('default sale amount', sale, oneOf(defaults, sale));
  }
  return differences;
}

/** Holds shares against those that the path earns of the sale amount. */
export function compareShares(
  from: 'event' | 'tree',
  data: Pick<Redeemed, 'saleAmount' | 'currency' | 'pool' | 'shares' | 'ruleVersion' | 'ruleSettings'>,
  path: readonly PathQr[],
): readonly Difference[] {
  const { differences, equal } = compareWith(from);
  const { ruleVersion, saleAmount, currency, ruleSettings } = data;
  const computed = calculationOf(ruleVersion).compute(path, saleAmount, currency, ruleSettings);
  equal('pool', data.pool, computed.pool.amount);
  equal('QRs that earn', ids(data.shares), ids(computed.shares));
  for (const share of computed.shares) {
    const { qrId } = share;
    const recorded = data.shares.find((one) => one.qrId === qrId);
    if (recorded === undefined) continue;
    equal('owner of a share', recorded.ownerId, share.ownerId, { qrId, isPerson: true });
    equal('percent of a share', normalizePercent(recorded.percent), share.percent, { qrId });
    equal('amount of a share', recorded.amount, share.amount, { qrId });
  }
  return differences;
}

/** The frozen facts of a redemption that awaits confirmation. */
export type Awaited = Pick<
  EventData<'BenefitRedeemed'>,
  'path' | 'customerId' | 'holdDays' | 'ruleVersion' | 'ruleSettings'
> &
  Pick<NonNullable<EventData<'BenefitRedeemed'>['awaitsConfirmation']>, 'until' | 'shares'>;

/** Null: it earned at once. */
export function awaitedIn({ awaitsConfirmation, ...data }: EventData<'BenefitRedeemed'>): Awaited | null {
  return awaitsConfirmation && { ...data, ...awaitsConfirmation };
}

/**
 * Computes a confirmation again: in time, not by a person who earns from it, and its shares from the frozen path and the
 * confirmed sale amount.
 * @param awaited null: the redemption awaits no confirmation
 */
export function checkConfirmation(
  awaited: Awaited | null,
  { fact, metadata }: RecordedEvent<'RedemptionConfirmed'>,
): readonly Difference[] {
  const { data } = fact;
  const { differences, equal } = compareWith('event');
  equal('redemption awaits confirmation', awaited !== null, true);
  if (awaited === null) return differences;
  equal('rule version', data.ruleVersion, awaited.ruleVersion);
  equal('customer', data.customerId, awaited.customerId, { isPerson: true });
  equal('confirmed in time', Date.parse(metadata.recordedAt) < Date.parse(awaited.until), true);
  const earners = [awaited.customerId, ...awaited.path.map(({ ownerId }) => ownerId)];
  equal('confirmed by a person who earns from it', earners.includes(data.confirmedBy), false);
  equal('hold in days', data.holdDays, awaited.holdDays);
  const matures = Date.parse(metadata.recordedAt) + awaited.holdDays * DAY_MS;
  equal('end of the hold', new Date(data.maturesAt).toISOString(), new Date(matures).toISOString());
  const entriesOf = (shares: readonly { readonly entryId: string }[]) => shares.map(({ entryId }) => entryId).join(' ');
  equal('entries that are earned', entriesOf(data.shares), entriesOf(awaited.shares));
  return [...differences, ...compareShares('event', { ...data, ruleSettings: awaited.ruleSettings }, awaited.path)];
}

const normalized = (amount: string, currency: Currency) => fromMinor(toMinor(amount, currency), currency);
const ids = (qrs: readonly { readonly qrId: string }[]) => qrs.map(({ qrId }) => qrId).join(' ');
