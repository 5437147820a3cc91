import { type AnyEvent, type EventData, streams } from '@perktree/contracts/catalogue/events';
import { DEFAULT_SITE_CONFIGURATION } from '@perktree/contracts/site/configuration';
import { idOf, linkTokenOf } from './names.ts';

/** One event in its stream; positions and revisions follow from the order. */
export interface StreamEvent {
  readonly stream: string;
  readonly event: AnyEvent;
}

/** Each with one site and every sixteenth tree. */
const BUSINESSES = 16;

interface Business {
  readonly ownerId: string;
  readonly tenantId: string;
  readonly siteId: string;
}

export const businesses: readonly Business[] = Array.from({ length: BUSINESSES }, (_, n) => ({
  ownerId: idOf(`owner ${n}`),
  tenantId: idOf(`tenant ${n}`),
  siteId: idOf(`site ${n}`),
}));
export const businessOf = (tree: number) => businesses[tree % BUSINESSES] as Business;

function siteOf(tree: number) {
  const { siteId, tenantId } = businessOf(tree);
  return { siteId, tenantId };
}

/** From the root down. The redeemed QR is unclaimed, so a redemption has three ledger rows. */
export const PERCENTS = ['10.00', '6.00', '4.00', '1.00'] as const;
/** Owners who share the commission of a redemption. */
export const OWNERS_PER_PATH = PERCENTS.length - 1;
export const SALE_AMOUNT = '100.00';
export const MAX_REDEMPTIONS = 1_000_000;
export const EXPIRES_AT = '2099-01-01T00:00:00.000Z';
export const BENEFIT = {
  type: 'DISCOUNT_PERCENT',
  discountPercent: 20,
  discountFixedAmount: null,
  textReward: null,
} as const satisfies EventData<'QrScanned'>['benefit'];

/** The QR at a depth (0 to 3) of a tree. The deepest is scanned and redeemed. */
export function qrIdOf(tree: number, depth = PERCENTS.length - 1): string {
  return idOf(`tree ${tree} depth ${depth}`);
}

/** On the printed QR, for customers. */
export const customerLinkOf = (tree: number) => linkTokenOf(`customer link of ${qrIdOf(tree)}`);
const DISTRIBUTORS = 200;
export const distributorIdOf = (tree: number, depth: number) =>
  idOf(`distributor ${(tree * 3 + depth) % DISTRIBUTORS}`);
export const distributorIds = () => Array.from({ length: DISTRIBUTORS }, (_, n) => idOf(`distributor ${n}`));
export const placeOf = (tree: number) => ({ ...siteOf(tree), rootQrId: qrIdOf(tree, 0), qrId: qrIdOf(tree) });
export const qrNameOf = (tree: number) => `Offer ${tree}`;

/** Businesses on Ultra, each with one site without a limit per customer. */
export const sitesAndPlans = (): readonly StreamEvent[] => businesses.flatMap(siteAndPlan);

function siteAndPlan({ ownerId, tenantId, siteId }: Business): readonly StreamEvent[] {
  const configuration = {
    ...DEFAULT_SITE_CONFIGURATION,
    maxRedemptionsPerCustomer: null,
    defaultSaleAmount: SALE_AMOUNT,
  };
  const created = { siteId, tenantId, ownerId, name: 'Bench', currency: 'EUR', configuration } as const;
  return [
    {
      stream: streams.subscription(tenantId),
      event: { type: 'SubscriptionStarted', data: { tenantId, plan: 'ultra', reference: 'bench' } },
    },
    { stream: streams.site(siteId), event: { type: 'SiteCreated', data: created } },
  ];
}

/** A tree of four QRs in one path, of which the upper three are claimed. */
export function treeOf(tree: number): readonly StreamEvent[] {
  const stream = streams.commissionTree(qrIdOf(tree, 0));
  const at = (depth: number) => ({ ...siteOf(tree), rootQrId: qrIdOf(tree, 0), qrId: qrIdOf(tree, depth) });
  const events: StreamEvent[] = [
    { stream, event: { type: 'RootQrCreated', data: { ...at(0), qr: newQr(tree, 0), approval: 'not_needed' } } },
  ];
  for (let depth = 1; depth < PERCENTS.length; depth += 1) {
    const split = { ...at(depth - 1), depth, children: [newQr(tree, depth)] };
    const claim = { ...at(depth - 1), distributorId: distributorIdOf(tree, depth - 1) };
    events.push({ stream, event: { type: 'QrSplit', data: split } });
    events.push({ stream, event: { type: 'QrClaimed', data: claim } });
  }
  return events;
}

function newQr(tree: number, depth: number): EventData<'RootQrCreated'>['qr'] {
  const qrId = qrIdOf(tree, depth);
  return {
    qrId,
    terms: {
      name: qrNameOf(tree),
      internalName: null,
      benefit: BENEFIT,
      commissionPercent: PERCENTS[depth] ?? '1.00',
      maxRedemptions: MAX_REDEMPTIONS,
      externalUrl: null,
    },
    customerToken: linkTokenOf(`customer link of ${qrId}`),
    distributorToken: linkTokenOf(`distributor link of ${qrId}`),
    expiresAt: EXPIRES_AT,
  };
}
