import type { EventData } from '@perktree/contracts/catalogue/events';
import { sharesOf, toAmount, toCents } from '../shares.ts';
import { type History, must, type TimedEvent } from './history.ts';
import type { Nodes, Trees } from './trees.ts';

type Redeemed = EventData<'BenefitRedeemed'>;
interface RedemptionState {
  readonly redeemed: Redeemed;
  saleAmount: string;
  /** Neither confirmed nor reversed. */
  isAwaited: boolean;
  /** Remaining cents of each entry, by its id. */
  left: Map<string, number>;
  /** Sum of all entries, in cents. */
  earned: number;
  reversed: number;
  isWhole: boolean;
  isSlotFreed: boolean;
}

/**
 * Each redemption uses an open scan once, within the limits of its QR at the named tree revision. Its entries follow from the
 * path and sum to the pool. Reversals never exceed the sale; all reversed shares are the pool of the reversed amount, and a
 * whole reversal leaves nothing.
 */
export function checkRedemptions(history: History, trees: Trees): void {
  const scans = new Map(history.flatMap((e) => (e.type === 'QrScanned' ? [[e.data.scanId, e.data] as const] : [])));
  const limits = history.flatMap((e) => (e.type === 'SiteConfigured' || e.type === 'SiteCreated' ? [e.data] : []));
  const states = new Map<string, RedemptionState>();
  const everBlocked = new Set<string>();
  for (const event of history) {
    if (event.type === 'DistributorBlocked') everBlocked.add(`${event.data.siteId} ${event.data.distributorId}`);
    if (event.type === 'RedemptionConfirmed') checkConfirmation(states.get(event.data.redemptionId), event);
    if (event.type === 'RedemptionReversed') checkReversal(states.get(event.data.redemptionId), event.data);
    if (event.type !== 'BenefitRedeemed') continue;
    const { data } = event;
    const { scanId, qrId, siteId, customerId, period } = data;
    const scan = scans.get(scanId);
    must(scan?.customerId === customerId && scan.period === period, () => `no such scan as ${scanId}`);
    const isSame = JSON.stringify(scan?.benefit) === JSON.stringify(data.benefit);
    must(isSame, () => `${scanId} was redeemed for another benefit than it was scanned with`);
    const others = [...states.values()].filter(({ redeemed }) => redeemed.qrId === qrId && redeemed.period === period);
    must(!others.some(({ redeemed }) => redeemed.scanId === scanId), () => `scan ${scanId} was redeemed twice`);
    const counted = others.filter(({ isSlotFreed }) => !isSlotFreed);
    checkOffer(
      event,
      trees.get(`commissionTree-${data.rootQrId} ${data.treeRevision}`),
      counted.length + 1,
      everBlocked,
    );
    // Which configuration the command used is not stored, so take the site's most generous one.
    const most = limits.filter((c) => c.siteId === siteId).map((c) => c.configuration.maxRedemptionsPerCustomer);
    const limit = most.includes(null) ? Number.POSITIVE_INFINITY : Math.max(...most.map(Number));
    const own = counted.filter(({ redeemed }) => redeemed.customerId === customerId).length + 1;
    must(own <= limit, () => `${customerId} redeemed ${qrId} ${own} times in period ${period}, of ${limit}`);
    const isAwaited = data.awaitsConfirmation !== null;
    must(!isAwaited || data.shares.length === 0, () => `${data.redemptionId} earns before it is confirmed`);
    states.set(data.redemptionId, {
      ...{
        redeemed: data,
        saleAmount: data.saleAmount,
        isAwaited,
        left: leftOf(data.shares),
        earned: sumOf(data.shares),
      },
      ...{ reversed: 0, isWhole: false, isSlotFreed: false },
    });
  }
}

function checkOffer(
  { data, at }: TimedEvent & { type: 'BenefitRedeemed' },
  tree: Nodes | undefined,
  count: number,
  everBlocked: ReadonlySet<string>,
): void {
  const qr = tree?.get(data.qrId);
  if (!tree || !qr) throw new Error(`redemption ${data.redemptionId} names a revision that its tree never had`);
  must(
    qr.isActive && qr.period === data.period && at < qr.expiresAt,
    () => `${data.qrId} was redeemed out of its period`,
  );
  must(qr.max === null || count <= qr.max, () => `${data.qrId} was redeemed ${count} times of ${qr.max}`);
  const path = [];
  for (let node: typeof qr | undefined = qr; node; node = tree.get(node.parentQrId ?? '')) path.unshift(node);
  // A QR whose owner is blocked counts as unclaimed. Whether a racing command saw the block is not stored.
  const mayBeBlocked = (ownerId: string | null) => everBlocked.has(`${data.siteId} ${ownerId}`);
  const isPath =
    path.length === data.path.length && path.every((node, n) => isSameStep(node, data.path[n], mayBeBlocked));
  must(isPath, () => `the path of ${data.redemptionId} is not that of its tree`);
  must(
    !path.some(({ ownerId }) => ownerId === data.customerId),
    () => `${data.customerId} redeemed what they earn from`,
  );
  checkShares(data.path, { ...data, ...data.awaitsConfirmation });
}

const leftOf = (shares: Redeemed['shares']) => new Map(shares.map(({ entryId, amount }) => [entryId, toCents(amount)]));

const sumOf = (shares: Redeemed['shares']) => shares.reduce((cents, { amount }) => cents + toCents(amount), 0);

/** The percent of all shares together of an amount, half-up. */
const poolOf = (shares: Redeemed['shares'], cents: number) =>
  Math.floor((cents * shares.reduce((all, { percent }) => all + toCents(percent), 0) + 5000) / 10_000);

/** The shares follow from the path and sum to the pool. */
function checkShares(path: Redeemed['path'], data: Pick<Redeemed, 'saleAmount' | 'pool' | 'shares'>): void {
  const steps = path.map(({ ownerId, percent }) => ({ owner: ownerId, percent: toCents(percent) }));
  const stored = data.shares.map(({ ownerId, amount }) => `${ownerId} ${amount}`);
  const expected = sharesOf(steps, toCents(data.saleAmount)).map(({ owner, cents }) => `${owner} ${toAmount(cents)}`);
  must(stored.join() === expected.join(), () => `shares ${stored.join()}, not ${expected.join()}`);
  const sum = sumOf(data.shares);
  must(sum === toCents(data.pool), () => `entries sum to ${sum} cents, the pool is ${data.pool}`);
}

/** Confirmed once, in time, by a person who earns nothing from it, with the shares of the frozen path. */
function checkConfirmation(
  state: RedemptionState | undefined,
  { data, at }: TimedEvent & { type: 'RedemptionConfirmed' },
): void {
  if (!state) throw new Error(`${data.redemptionId} was confirmed before it happened`);
  const { path, customerId, awaitsConfirmation } = state.redeemed;
  must(state.isAwaited, () => `${data.redemptionId} was confirmed, and awaited no confirmation`);
  must(
    at < Date.parse(awaitsConfirmation?.until ?? ''),
    () => `${data.redemptionId} was confirmed after it had lapsed`,
  );
  const earners = [customerId, ...path.map(({ ownerId }) => ownerId)];
  must(!earners.includes(data.confirmedBy), () => `${data.confirmedBy} confirmed what they earn from`);
  checkShares(path, data);
  state.isAwaited = false;
  state.saleAmount = data.saleAmount;
  state.left = leftOf(data.shares);
  state.earned = sumOf(data.shares);
}

function isSameStep(
  node: { qrId: string; ownerId: string | null; percent: number },
  step: Redeemed['path'][number] | undefined,
  mayBeBlocked: (ownerId: string | null) => boolean,
) {
  const isOwner = step?.ownerId === node.ownerId || (step?.ownerId === null && mayBeBlocked(node.ownerId));
  return node.qrId === step?.qrId && isOwner && node.percent === toCents(step.percent);
}

function checkReversal(state: RedemptionState | undefined, data: EventData<'RedemptionReversed'>): void {
  if (!state) throw new Error(`${data.redemptionId} was reversed before it happened`);
  const { left } = state;
  must((data.endsWaiting !== null) === state.isAwaited, () => `${data.redemptionId} ends a wait: ${data.endsWaiting}`);
  state.isAwaited = false;
  must(!state.isWhole, () => `${data.redemptionId} was reversed after it was reversed wholly`);
  state.reversed += toCents(data.amount);
  const sale = toCents(state.saleAmount);
  must(state.reversed <= sale, () => `${state.reversed} cents of ${sale} were reversed`);
  must(data.whole === (state.reversed === sale), () => `${data.redemptionId} is whole: ${data.whole}`);
  for (const { reversesEntryId, amount } of data.shares) {
    const rest = (left.get(reversesEntryId) ?? Number.NaN) + toCents(amount);
    must(toCents(amount) <= 0 && rest >= 0, () => `entry ${reversesEntryId} is at ${rest} cents after a reversal`);
    left.set(reversesEntryId, rest);
  }
  state.isWhole = data.whole;
  state.isSlotFreed = data.slotFreed;
  const sum = [...left.values()].reduce((cents, rest) => cents + rest, 0);
  must(!data.whole || sum === 0, () => `${data.redemptionId} is wholly reversed, and ${sum} cents are left`);
  const pool = poolOf(data.shares, state.reversed);
  must(state.earned - sum === pool, () => `${state.earned - sum} cents of ${pool} were taken back in all`);
}
