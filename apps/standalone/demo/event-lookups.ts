import type { Lookups, QrPlace, TokenTarget } from '@perktree/command-service/http/lookups/port';
import { type CommissionTreeState, commissionTreeDecider } from '@perktree/command-service/qr/decisions/state';
import { decodeEvent } from '@perktree/contracts/catalogue/codec';
import type { AnyEvent, CommissionTreeEvent } from '@perktree/contracts/catalogue/events';
import type { EventStore } from '@perktree/event-store/port';

const PAGE = 1_000;

interface Tokens {
  readonly customerToken: string;
  readonly distributorToken: string;
}

export interface DemoLookups extends Lookups {
  tokensOf(qrId: string): Promise<Tokens>;
}

/** Look-ups computed from the events. Each one first reads the events that were added since the last one. */
export function createEventLookups(store: Pick<EventStore, 'readAll'>): DemoLookups {
  const byToken = new Map<string, TokenTarget>();
  const tokens = new Map<string, Tokens>();
  const places = new Map<string, QrPlace>();
  const trees = new Map<string, { readonly tree: CommissionTreeState; readonly isOfOwner: boolean }>();
  const staff = new Map<string, Set<string>>();
  const redemptions = new Map<string, string>();
  const workers = new Set<string>();
  let position = 0n;

  function addQr({ rootQrId, siteId, tenantId }: Omit<QrPlace, 'qrId'>, qr: Tokens & { readonly qrId: string }): void {
    const place = { qrId: qr.qrId, rootQrId, siteId, tenantId };
    places.set(qr.qrId, place);
    tokens.set(qr.qrId, qr);
    byToken.set(qr.customerToken, { ...place, kind: 'customer' });
    byToken.set(qr.distributorToken, { ...place, kind: 'distributor' });
  }

  function fold({ type, data }: AnyEvent): void {
    if (type === 'RootQrCreated' || type === 'SiblingQrCreated') addQr(data, data.qr);
    if (type === 'QrSplit') for (const child of data.children) addQr(data, child);
    if (type === 'QrClaimed') workers.add(workerKey(data.distributorId, data.siteId));
    if (type === 'StaffJoined') staff.set(data.userId, new Set(staff.get(data.userId)).add(data.siteId));
    if (type === 'BenefitRedeemed') redemptions.set(data.redemptionId, data.qrId);
    if (type === 'StaffRemoved') staff.get(data.userId)?.delete(data.siteId);
  }

  async function catchUp(): Promise<void> {
    for (;;) {
      const page = await store.readAll(position, PAGE);
      for (const event of page) {
        position = event.position;
        if (event.stream.startsWith('scan-')) continue;
        const { stream, fact, metadata } = decodeEvent(event);
        fold(fact);
        if (stream.startsWith('commissionTree-')) {
          const before = trees.get(stream);
          const tree = commissionTreeDecider.evolve(
            before?.tree ?? null,
            fact as CommissionTreeEvent,
            metadata.recordedAt,
            metadata.actor.role,
          );
          trees.set(stream, { tree, isOfOwner: before?.isOfOwner ?? metadata.actor.role !== 'distributor' });
        }
      }
      if (page.length < PAGE) return;
    }
  }

  return {
    async byToken(token) {
      if (!byToken.has(token)) await catchUp();
      return byToken.get(token) ?? null;
    },
    async byQrId(qrId) {
      if (!places.has(qrId)) await catchUp();
      return places.get(qrId) ?? null;
    },
    async tokensOf(qrId) {
      if (!tokens.has(qrId)) await catchUp();
      const found = tokens.get(qrId);
      if (!found) throw new Error(`there is no QR ${qrId}`);
      return found;
    },
    async qrOfRedemption(redemptionId) {
      if (!redemptions.has(redemptionId)) await catchUp();
      return redemptions.get(redemptionId) ?? null;
    },
    counters: async (qrIds) =>
      new Map(qrIds.map((qrId) => [qrId, { totalScans: 0, totalRedemptions: 0, createdBy: null }])),
    async claimedOffers(distributorId, siteId) {
      await catchUp();
      return [...trees.values()].flatMap(({ tree, isOfOwner }) =>
        [...(tree?.siteId === siteId ? tree.qrs.values() : [])].flatMap(({ ownerId, terms }) => {
          const { benefit, maxRedemptions, commissionPercent } = terms;
          return ownerId === distributorId ? [{ benefit, maxRedemptions, commissionPercent, isOfOwner }] : [];
        }),
      );
    },
    // Claims are enough: a distributor earns only with a claimed QR.
    async hasWorkedOn(distributorId, siteId) {
      await catchUp();
      return workers.has(workerKey(distributorId, siteId));
    },
    async sitesStaffedBy(userId) {
      await catchUp();
      return [...(staff.get(userId) ?? [])];
    },
    remember: () => {},
    forget: () => {},
  };
}

function workerKey(distributorId: string, siteId: string): string {
  return `${siteId}:${distributorId}`;
}
