import { createCommandHandler } from '@perktree/command-service/engine/command-handler';
import { deriveUuid } from '@perktree/command-service/engine/derive-uuid';
import type { Snapshots } from '@perktree/command-service/engine/snapshots/snapshots';
import { redeemBenefit } from '@perktree/command-service/redemption/decisions/redeem';
import { redemptionsDecider } from '@perktree/command-service/redemption/decisions/state';
import { streams } from '@perktree/contracts/catalogue/streams';
import type { EventStore } from '@perktree/event-store/port';
import type { FastifyBaseLogger } from 'fastify';
import { OWNER_ID, qrIdOf } from '../data/business.ts';
import type { Visit } from '../data/visits.ts';
import { redeemCommand } from './redeeming.ts';

export const silent = { warn() {}, info() {}, error() {}, debug() {} } as unknown as FastifyBaseLogger;

/** Redeems a visit. */
type Redeem = (visit: Visit) => Promise<unknown>;

/** Redeems through the product's own handler. */
export function productCommands(store: EventStore, snapshots?: Snapshots): Redeem {
  const handler = createCommandHandler({ store, logger: silent, ...(snapshots && { snapshots }) });
  return (visit) => {
    const now = new Date().toISOString();
    const commandId = deriveUuid('bench', visit.number);
    return handler.execute({
      stream: streams.redemptions(qrIdOf(visit.tree)),
      decider: redemptionsDecider,
      decide: (state) => redeemBenefit(state, redeemCommand(visit, now)),
      context: {
        commandId,
        commandName: 'RedeemBenefitAtCounter',
        actor: { id: OWNER_ID, role: 'site_owner' },
        correlationId: commandId,
        causationId: commandId,
        now,
        readAt: Date.now(),
      },
    });
  };
}
