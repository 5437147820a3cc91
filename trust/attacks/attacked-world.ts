import type { TestServer } from '@perktree/platform/postgres/test-database';
import { type ComposedApp, startComposedApp } from '@perktree/standalone/testing/composed-app';
import { type OpenBusiness, openBusiness } from '@perktree/standalone/testing/open-business';
import { openTwoBusinesses, type Things, type TwoBusinesses } from '@perktree/standalone/testing/two-businesses';

/** Stands in everything that the third business ever wrote. No attacker sends it, so no answer to one may hold it. */
export const MARK = 'zq7markzq';

/** The composed product with two businesses that attackers live in, and a third one that nobody of them belongs to. */
export interface AttackedWorld extends TwoBusinesses {
  readonly composed: ComposedApp;
  readonly marked: OpenBusiness;
  /** Ids of the third business: known to attackers, as ids may leak. Its printed codes are not. */
  readonly markedIds: Things;
}

/** @param server where the database is made; in vitest that of the run */
export async function openAttackedWorld(server?: TestServer): Promise<AttackedWorld> {
  const composed = await startComposedApp(server ? { server } : {});
  const world = await openTwoBusinesses(composed);
  const marked = await openBusiness(composed.app, MARK);
  const { owner, distributor, siteId, qrId, unclaimedQrId } = marked;
  const texts = { name: `QR ${MARK}`, internalName: `internal ${MARK}`, externalUrl: `https://${MARK}.test/` };
  for (const id of [qrId, unclaimedQrId]) await owner.must('PUT', `/api/sites/${siteId}/qrs/${id}`, texts);
  const { payouts } = await owner.must('POST', `/api/sites/${siteId}/payouts`);
  const payoutId: string = payouts[0].id;
  await owner.must('POST', `/api/payouts/${payoutId}/mark-paid`, { reference: `transfer ${MARK}` });
  const [entry] = await distributor.must('GET', '/api/distributors/me/ledger');
  const { nowhere } = world.things;
  const markedIds = { ...nowhere, siteId, qrId, unclaimedQrId, payoutId, entryId: entry.id };
  const more = { redemptionId: marked.redemptionId, spareStaffId: marked.spareStaff.id };
  return { ...world, composed, marked, markedIds: { ...markedIds, ...more } };
}
