import {
  type ComposedApp,
  type ComposedOptions,
  startComposedApp,
} from '@perktree/apps/standalone/testing/composed-app';
import { type OpenBusiness, openBusiness } from '@perktree/apps/standalone/testing/open-business';
import { openTwoBusinesses, type Things, type TwoBusinesses } from '@perktree/apps/standalone/testing/two-businesses';
import type { Visitor } from '@perktree/apps/standalone/testing/visitor';

/** Part of every text of the third business. Attackers never send it, so their answers must not contain it. */
export const MARK = 'zq7markzq';

/** The composed product with the two businesses of the attackers and a third that none of them belongs to. */
export interface AttackedWorld extends TwoBusinesses {
  readonly composed: ComposedApp;
  readonly marked: OpenBusiness;
  /** Ids of the third business: known to attackers, as ids may leak. Its printed codes are not. */
  readonly markedIds: Things;
}

export async function openAttackedWorld(options: ComposedOptions = {}): Promise<AttackedWorld> {
  const composed = await startComposedApp({
    mail: 'mailbox',
    spendsBudgets: false,
    ...options,
  });
  const world = await openTwoBusinesses(composed);
  const marked = await openBusiness(composed.app, MARK);
  const { owner, distributor, siteId, qrId, unclaimedQrId } = marked;
  const texts = { name: `QR ${MARK}`, internalName: `internal ${MARK}`, externalUrl: `https://${MARK}.test/` };
  for (const id of [qrId, unclaimedQrId]) await owner.must('PUT', `/api/sites/${siteId}/qrs/${id}`, texts);
  const { payouts } = await owner.must('POST', `/api/sites/${siteId}/payouts`);
  const payoutId: string = payouts[0].id;
  await owner.must('POST', `/api/payouts/${payoutId}/mark-paid`, { reference: `transfer ${MARK}` });
  const [entry] = await distributor.must('GET', '/api/distributors/me/ledger');
  const key = await owner.must('POST', '/api/api-keys', { name: `key ${MARK}`, scopes: ['redeem'], siteIds: null });
  const endpoint = { url: `https://${MARK}.test/hooks`, eventTypes: ['*'], siteIds: null };
  const { id: endpointId } = await owner.must('POST', '/api/webhook-endpoints', endpoint);
  const { deliveryId } = await owner.must('POST', `/api/webhook-endpoints/${endpointId}/test`, {});
  const { nowhere } = world.things;
  const endpointOfAll = { endpointId, deliveryId, keyedEndpointId: endpointId, keyedDeliveryId: deliveryId };
  const markedIds = { ...nowhere, siteId, qrId, unclaimedQrId, payoutId, entryId: entry.id };
  const more = { redemptionId: marked.redemptionId, spareStaffId: marked.spareStaff.id };
  return {
    ...world,
    composed,
    marked,
    markedIds: { ...markedIds, ...more, keyId: key.id, ...endpointOfAll },
  };
}

/** @throws Error for an unknown person, because a test without an attacker would prove nothing */
export function visitorOf({ people }: AttackedWorld, who: string): Visitor {
  const person = people[who];
  if (!person) throw new Error(`there is no ${who}`);
  return person.visitor;
}
