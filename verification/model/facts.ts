import { randomUUID } from 'node:crypto';
import { createReissueOfDueQrs } from '@perktree/command-service/qr/reissue-due-qrs';
import { type EventData, streams } from '@perktree/contracts/catalogue/events';
import type { NewQr } from '@perktree/contracts/qr/events';
import type { Pool } from 'pg';
import type { Facts } from './commands/command.ts';
import type { Qr } from './reference.ts';
import type { System } from './system.ts';

/** Reads stored facts from the streams. */
export function factsOf({ store, services }: System): Facts {
  const tree = (rootId: string) => store.readStream(streams.commissionTree(rootId));
  async function find<Type extends 'BenefitRedeemed' | 'RedemptionConfirmed'>(
    type: Type,
    qrId: string,
    redemptionId: string,
  ): Promise<EventData<Type> | null> {
    const events = await store.readStream(streams.redemptions(qrId));
    const found = events.find(
      (event) => event.type === type && (event.data as { redemptionId: string }).redemptionId === redemptionId,
    );
    return found ? (found.data as EventData<Type>) : null;
  }
  return {
    newId: randomUUID,
    async newQrs(rootId) {
      const newQrs = (await tree(rootId)).flatMap(({ data }) => {
        const { qr, children } = data as { qr?: NewQr; children?: readonly NewQr[] };
        return children ?? (qr ? [qr] : []);
      });
      return new Map(newQrs.map((qr) => [qr.qrId, qr]));
    },
    async redemption(qrId, redemptionId) {
      const found = await find('BenefitRedeemed', qrId, redemptionId);
      if (!found) throw new Error(`redemption ${redemptionId} was answered and is not stored`);
      return found;
    },
    confirmation: (qrId, redemptionId) => find('RedemptionConfirmed', qrId, redemptionId),
    async periods(rootId) {
      const reissued = (await tree(rootId)).filter(({ type }) => type === 'QrReissued');
      return new Map(
        reissued.map((event) => {
          const { qrId, period, expiresAt } = event.data as EventData<'QrReissued'>;
          return [qrId, { period, expiresAt: Date.parse(expiresAt) }];
        }),
      );
    },
    async reissueDue(qrs) {
      const [service] = services;
      if (service) await createReissueOfDueQrs({ ...service, pool: poolNaming(qrs) })();
    },
  };
}

/**
 * A read model that names all QRs of a run as due. The real query would read other runs' QRs by another clock. Read models
 * lag, so the decision checks what is due.
 */
function poolNaming(qrs: readonly Qr[]): Pool {
  const rows = qrs.map((qr) => ({
    ...{ qrId: qr.id, rootQrId: qr.rootId, siteId: qr.site.id, tenantId: qr.site.tenant.id },
    expiresAt: new Date(qr.expiresAt),
  }));
  return { query: async () => ({ rows }) } as unknown as Pool;
}
