import { type ComposedApp, startComposedApp } from '@perktree/apps/standalone/testing/composed-app';
import { openBusiness } from '@perktree/apps/standalone/testing/open-business';
import { deleteAccount } from '@perktree/identity/delete-account';
import { afterAll, beforeAll, expect, it } from 'vitest';

let composed: ComposedApp;
beforeAll(async () => {
  composed = await startComposedApp();
});
afterAll(() => composed.close());

/** QRs of a business whose claims the recurring job released after its distributor's account was lost. */
async function releasedByJob(name: string, lose: (userId: string) => Promise<unknown>) {
  const { distributor, qrId } = await openBusiness(composed.app, name);
  const before = await composed.store.head();
  await lose(distributor.id);
  await composed.runJob('release-claims');
  const events = await composed.store.readAll(before, 100);
  const released = events.filter(({ type }) => type === 'QrClaimReleased').map(({ data }) => data);
  return { qrId, released };
}

it('the recurring job releases the claims of an account whose erasure broke off before it did', async () => {
  const { qrId, released } = await releasedByJob('erased', (userId) => deleteAccount(composed.pool, userId));
  expect(released).toMatchObject([{ qrId }]);
});

it('the recurring job keeps the claims of an account that a restored account store lacks', async () => {
  const { released } = await releasedByJob('missing', (userId) =>
    composed.pool.query('DELETE FROM identity.users WHERE id = $1', [userId]),
  );
  expect(released).toEqual([]);
});
