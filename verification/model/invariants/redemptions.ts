import type { EventData } from '@perktree/contracts/events/catalogue';
import { sharesOf, toAmount, toCents, toHundredths } from '../shares.ts';
import { type Happened, type History, must } from './history.ts';
import type { Nodes, Trees } from './trees.ts';

type Redeemed = EventData<'BenefitRedeemed'>;
interface Taken {
  readonly redeemed: Redeemed;
  saleAmount: string;
  /** Neither confirmed nor reversed. */
  isAwaited: boolean;
  /** Left of each entry, by its id, in cents. */
  left: Map<string, number>;
  /** All of them together. */
  earned: number;
  reversed: number;
  isWhole: boolean;
  isSlotFreed: boolean;
}

/**
 * Every redemption is of an open scan, once, within the limits of its QR as it was at the revision that it names; its
 * entries sum to its pool, and are those of that path. Reversals never take more than there is, and all of it at the end;
 * after each one, what was taken back is the pool of what was reversed.
 */
export function checkRedemptions(history: History, trees: Trees): void {
  const scans = new Map(history.flatMap((e) => (e.type === 'QrScanned' ? [[e.data.scanId, e.data] as const] : [])));
  const limits = history.flatMap((e) => (e.type === 'SiteConfigured' || e.type === 'SiteCreated' ? [e.data] : []));
  const taken = new Map<string, Taken>();
  const everBlocked = new Set<string>();
  for (const event of history) {
    if (event.type === 'DistributorBlocked') everBlocked.add(`${event.data.siteId} ${event.data.distributorId}`);
    if (event.type === 'RedemptionConfirmed') checkConfirmation(taken.get(event.data.redemptionId), event);
    if (event.type === 'RedemptionReversed') checkReversal(taken.get(event.data.redemptionId), event.data);
    if (event.type !== 'BenefitRedeemed') continue;
    const { data } = event;
    const { scanId, qrId, siteId, customerId, period } = data;
    const scan = scans.get(scanId);
    must(scan?.customerId === customerId && scan.period === period, () => `no such scan as ${scanId}`);
    const isSame = JSON.stringify(scan?.benefit) === JSON.stringify(data.benefit);
    must(isSame, () => `${scanId} was redeemed for another benefit than it was scanned with`);
    const others = [...taken.values()].filter(({ redeemed }) => redeemed.qrId === qrId && redeemed.period === period);
    must(!others.some(({ redeemed }) => redeemed.scanId === scanId), () => `scan ${scanId} was redeemed twice`);
    const counted = others.filter(({ isSlotFreed }) => !isSlotFreed);
    checkOffer(
      event,
      trees.get(`commissionTree-${data.rootQrId}`.concat(` ${data.treeRevision}`)),
      counted.length + 1,
      everBlocked,
    );
    // The most generous of the configurations that this site has had: which one the command met is not stored.
    const most = limits.filter((c) => c.siteId === siteId).map((c) => c.configuration.maxRedemptionsPerCustomer);
    const limit = most.includes(null) ? Number.POSITIVE_INFINITY : Math.max(...most.map(Number));
    const own = counted.filter(({ redeemed }) => redeemed.customerId === customerId).length + 1;
    must(own <= limit, () => `${customerId} redeemed ${qrId} ${own} times in period ${period}, of ${limit}`);
    const isAwaited = data.awaitsConfirmation !== null;
    must(!isAwaited || data.shares.length === 0, () => `${data.redemptionId} earns before it is confirmed`);
    taken.set(data.redemptionId, {
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
  { data, at }: Happened & { type: 'BenefitRedeemed' },
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
  // A QR whose owner is blocked counts as unclaimed. Which of two racing commands met the block is not stored.
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
  Math.floor((cents * shares.reduce((all, { percent }) => all + toHundredths(percent), 0) + 5000) / 10_000);

/** The shares are those of the path, and sum to the pool. */
function checkShares(path: Redeemed['path'], data: Pick<Redeemed, 'saleAmount' | 'pool' | 'shares'>): void {
  const steps = path.map(({ ownerId, percent }) => ({ owner: ownerId, percent: toHundredths(percent) }));
  const stored = data.shares.map(({ ownerId, amount }) => `${ownerId} ${amount}`);
  const expected = sharesOf(steps, toCents(data.saleAmount)).map(({ owner, cents }) => `${owner} ${toAmount(cents)}`);
  must(stored.join() === expected.join(), () => `shares ${stored.join()}, not ${expected.join()}`);
  const sum = sumOf(data.shares);
  must(sum === toCents(data.pool), () => `entries sum to ${sum} cents, the pool is ${data.pool}`);
}

/** Once, in time, by a person who earns nothing from it, and of the path that was frozen. */
function checkConfirmation(taken: Taken | undefined, { data, at }: Happened & { type: 'RedemptionConfirmed' }): void {
  if (!taken) throw new Error(`${data.redemptionId} was confirmed before it happened`);
  const { path, customerId, awaitsConfirmation } = taken.redeemed;
  must(taken.isAwaited, () => `${data.redemptionId} was confirmed, and awaited no confirmation`);
  must(
    at < Date.parse(awaitsConfirmation?.until ?? ''),
    () => `${data.redemptionId} was confirmed after it had lapsed`,
  );
  const earners = [customerId, ...path.map(({ ownerId }) => ownerId)];
  must(!earners.includes(data.confirmedBy), () => `${data.confirmedBy} confirmed what they earn from`);
  checkShares(path, data);
  taken.isAwaited = false;
  taken.saleAmount = data.saleAmount;
  taken.left = leftOf(data.shares);
  taken.earned = sumOf(data.shares);
}

function isSameStep(
  node: { qrId: string; ownerId: string | null; percent: number },
  step: Redeemed['path'][number] | undefined,
  mayBeBlocked: (ownerId: string | null) => boolean,
) {
  const isOwner = step?.ownerId === node.ownerId || (step?.ownerId === null && mayBeBlocked(node.ownerId));
  return node.qrId === step?.qrId && isOwner && node.percent === toHundredths(step.percent);
}

function checkReversal(taken: Taken | undefined, data: EventData<'RedemptionReversed'>): void {
  if (!taken) throw new Error(`${data.redemptionId} was reversed before it happened`);
  const { left } = taken;
  must((data.endsWaiting !== null) === taken.isAwaited, () => `${data.redemptionId} ends a wait: ${data.endsWaiting}`);
  taken.isAwaited = false;
  must(!taken.isWhole, () => `${data.redemptionId} was reversed after it was reversed wholly`);
  taken.reversed += toCents(data.amount);
  const sale = toCents(taken.saleAmount);
  must(taken.reversed <= sale, () => `${taken.reversed} cents of ${sale} were reversed`);
  must(data.whole === (taken.reversed === sale), () => `${data.redemptionId} is whole: ${data.whole}`);
  for (const { reversesEntryId, amount } of data.shares) {
    const rest = (left.get(reversesEntryId) ?? Number.NaN) + toCents(amount);
    must(toCents(amount) <= 0 && rest >= 0, () => `entry ${reversesEntryId} is at ${rest} cents after a reversal`);
    left.set(reversesEntryId, rest);
  }
  taken.isWhole = data.whole;
  taken.isSlotFreed = data.slotFreed;
  const sum = [...left.values()].reduce((cents, rest) => cents + rest, 0);
  must(!data.whole || sum === 0, () => `${data.redemptionId} is wholly reversed, and ${sum} cents are left`);
  const pool = poolOf(data.shares, taken.reversed);
  must(taken.earned - sum === pool, () => `${taken.earned - sum} cents of ${pool} were taken back in all`);
}
