import { decodeEvent } from '@perktree/contracts/catalogue/codec';
import type { AnyEvent, CommissionTreeEvent } from '@perktree/contracts/catalogue/events';
import type { EventStore } from '@perktree/event-store/port';
import type { Lookups, QrPlace, TokenTarget } from '../http/lookups/port.ts';
import { type CommissionTreeState, commissionTreeFold } from '../qr/decisions/state.ts';

/** Look-ups that read all events for each call, like a read model that never lags. */
export function createStoreLookups(store: EventStore): Lookups {
  async function facts(): Promise<AnyEvent[]> {
    return (await store.readAll(0n, 1_000_000)).map((event) => decodeEvent(event).fact);
  }

  async function targets(): Promise<TokenTargetWithToken[]> {
    return (await facts()).flatMap((event) => {
      if (event.type === 'QrLinkReplaced') {
        const { qrId, rootQrId, siteId, tenantId, link, token } = event.data;
        return [{ qrId, rootQrId, siteId, tenantId, kind: link, token }];
      }
      if (event.type === 'QrSplit') return event.data.children.flatMap((qr) => targetsOf(event.data, qr));
      const createsQr = event.type === 'RootQrCreated' || event.type === 'SiblingQrCreated';
      return createsQr ? targetsOf(event.data, event.data.qr) : [];
    });
  }

  return {
    byToken: async (token) => (await targets()).find((target) => target.token === token) ?? null,
    byQrId: async (qrId) => (await targets()).find((target) => target.qrId === qrId) ?? null,
    qrOfRedemption: async (redemptionId) => {
      const redeemed = (await facts()).find(
        ({ type, data }) => type === 'BenefitRedeemed' && data.redemptionId === redemptionId,
      );
      return redeemed?.type === 'BenefitRedeemed' ? redeemed.data.qrId : null;
    },
    counters: async (qrIds) =>
      new Map(qrIds.map((qrId) => [qrId, { totalScans: 0, totalRedemptions: 0, createdBy: null }])),
    claimedOffers: async (distributorId, siteId) => {
      const trees = new Map<string, { state: CommissionTreeState; isOfOwner: boolean }>();
      for (const stored of await store.readAll(0n, 1_000_000)) {
        if (!stored.stream.startsWith('commissionTree-')) continue;
        const { fact, metadata } = decodeEvent(stored);
        const before = trees.get(stored.stream);
        const state = commissionTreeFold.evolve(
          before?.state ?? null,
          fact as CommissionTreeEvent,
          metadata.recordedAt,
          metadata.actor.role,
        );
        trees.set(stored.stream, { state, isOfOwner: before?.isOfOwner ?? metadata.actor.role !== 'distributor' });
      }
      return [...trees.values()].flatMap(({ state, isOfOwner }) =>
        [...(state?.siteId === siteId ? state.qrs.values() : [])].flatMap(({ ownerId, terms }) => {
          const { benefit, maxRedemptions, commissionPercent } = terms;
          return ownerId === distributorId ? [{ benefit, maxRedemptions, commissionPercent, isOfOwner }] : [];
        }),
      );
    },
    hasWorkedOn: async (distributorId, siteId) =>
      (await facts()).some(
        ({ type, data }) =>
          (type === 'QrClaimed' && data.siteId === siteId && data.distributorId === distributorId) ||
          (type === 'BenefitRedeemed' &&
            data.siteId === siteId &&
            data.shares.some(({ ownerId }) => ownerId === distributorId)),
      ),
    sitesStaffedBy: async (userId) => {
      const sites = new Set<string>();
      for (const { type, data } of await facts()) {
        if (type === 'StaffJoined' && data.userId === userId) sites.add(data.siteId);
        if (type === 'StaffRemoved' && data.userId === userId) sites.delete(data.siteId);
      }
      return [...sites];
    },
    remember: () => {},
    forget: () => {},
  };
}

type TokenTargetWithToken = TokenTarget & { readonly token: string };

function targetsOf(
  { rootQrId, siteId, tenantId }: Omit<QrPlace, 'qrId'>,
  qr: { readonly qrId: string; readonly customerToken: string; readonly distributorToken: string },
): TokenTargetWithToken[] {
  const place = { qrId: qr.qrId, rootQrId, siteId, tenantId };
  return [
    { ...place, kind: 'customer', token: qr.customerToken },
    { ...place, kind: 'distributor', token: qr.distributorToken },
  ];
}
