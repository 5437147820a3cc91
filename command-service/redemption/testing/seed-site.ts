import { type AnyEvent, streams } from '@perktree/contracts/catalogue/events';
import { DAY_MS } from '@perktree/contracts/kernel/durations';
import type { Benefit } from '@perktree/contracts/qr/benefit';
import type { NewQr } from '@perktree/contracts/qr/events';
import { DEFAULT_SITE_CONFIGURATION, type SiteConfiguration } from '@perktree/contracts/site/configuration';
import type { PlanId } from '@perktree/contracts/subscription/plans';
import { deriveUuid } from '../../engine/command.ts';

const BENEFIT: Benefit = { type: 'DISCOUNT_PERCENT', discountPercent: 20, discountFixedAmount: null, textReward: null };

export interface ShopOptions {
  readonly configuration?: Partial<SiteConfiguration>;
  readonly maxRedemptions?: number | null;
  /** Default: one without limits. */
  readonly plan?: PlanId;
}

/** A site with root 10 % of ana, child 4 % of ben and grandchild 1 % of cem. `qrId` and the tokens are the grandchild's. */
export interface TestSite {
  readonly siteId: string;
  readonly tenantId: string;
  readonly rootQrId: string;
  readonly qrId: string;
  readonly customerToken: string;
  readonly distributorToken: string;
}

interface EventAppender {
  readonly clock: Date;
  happen(stream: string, ...events: readonly AnyEvent[]): Promise<void>;
}

/** @param key makes the ids, so that several sites can have one name */
export async function seedSite(shop: EventAppender, name: string, options: ShopOptions, key = name): Promise<TestSite> {
  const id = (thing: string) => deriveUuid(key, thing);
  const [siteId, tenantId, rootQrId] = [id('site'), id('tenant'), id('root')];
  const tokenOf = (thing: string) => Buffer.from(id(thing).replaceAll('-', ''), 'hex').toString('base64url');
  const expiresAt = new Date(shop.clock.getTime() + DAY_MS).toISOString();
  const qr = (thing: string, commissionPercent: string): NewQr => ({
    qrId: id(thing),
    terms: {
      name: thing,
      internalName: null,
      benefit: BENEFIT,
      commissionPercent,
      maxRedemptions: options.maxRedemptions === undefined ? 3 : options.maxRedemptions,
      externalUrl: null,
    },
    customerToken: tokenOf(`${thing} customer`),
    distributorToken: tokenOf(`${thing} distributor`),
    expiresAt,
  });
  const place = { rootQrId, siteId, tenantId };
  const plan = options.plan ?? 'ultra';
  if (plan !== 'free') {
    const data = { tenantId, plan, reference: `paid by ${name}` };
    await shop.happen(streams.subscription(tenantId), { type: 'SubscriptionStarted', data });
  }
  const staffed = (invitationId: string, userId: string): readonly AnyEvent[] => [
    { type: 'StaffInvited', data: { siteId, tenantId, invitationId, tokenHash: invitationId, expiresAt } },
    { type: 'StaffJoined', data: { siteId, tenantId, invitationId, userId } },
  ];
  const configuration = { ...DEFAULT_SITE_CONFIGURATION, selfRedemption: 'on' as const, ...options.configuration };
  await shop.happen(
    streams.site(siteId),
    { type: 'SiteCreated', data: { siteId, tenantId, ownerId: 'owner', name, currency: 'EUR', configuration } },
    ...staffed(id('invitation 1'), 'staff'),
    ...staffed(id('invitation 2'), 'colleague'),
  );
  const claimed = (thing: string, distributorId: string): AnyEvent => ({
    type: 'QrClaimed',
    data: { ...place, qrId: id(thing), distributorId },
  });
  const leaf = qr('leaf', '1.00');
  await shop.happen(
    streams.commissionTree(rootQrId),
    { type: 'RootQrCreated', data: { ...place, qrId: rootQrId, qr: qr('root', '10.00'), approval: 'not_needed' } },
    { type: 'QrSplit', data: { ...place, qrId: rootQrId, depth: 1, children: [qr('child', '4.00')] } },
    { type: 'QrSplit', data: { ...place, qrId: id('child'), depth: 2, children: [leaf] } },
    ...[claimed('root', 'ana'), claimed('child', 'ben'), claimed('leaf', 'cem')],
  );
  const { customerToken, distributorToken } = leaf;
  return { siteId, tenantId, rootQrId, qrId: leaf.qrId, customerToken, distributorToken };
}
