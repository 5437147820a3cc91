import { type ComposedApp, startComposedApp } from '@perktree/apps/standalone/testing/composed-app';
import { openBusiness } from '@perktree/apps/standalone/testing/open-business';
import { streams } from '@perktree/contracts/catalogue/streams';
import { deleteAccount } from '@perktree/identity/delete-account';
import { afterAll, beforeAll, expect, it } from 'vitest';

let composed: ComposedApp;
beforeAll(async () => {
  composed = await startComposedApp();
});
afterAll(() => composed.close());

const typesOf = async (siteId: string) =>
  (await composed.store.readStream(streams.site(siteId))).map(({ type }) => type);

it('the recurring job stops the sites of an erased owner that are still active, once, and no others', async () => {
  const erased = await openBusiness(composed.app, 'erased');
  const other = await openBusiness(composed.app, 'other');
  // As after a site that was opened while the account was being erased, or a restore that was interrupted.
  await deleteAccount(composed.pool, erased.owner.id);
  const before = await typesOf(erased.siteId);
  await composed.runJob('stop-sites-without-owner');
  await composed.runJob('stop-sites-without-owner');
  expect(await typesOf(erased.siteId)).toEqual([...before, 'SiteDeactivated']);
  expect(await typesOf(other.siteId)).not.toContain('SiteDeactivated');
});

it('the recurring job leaves the sites of a business that a restored account store lacks', async () => {
  const { owner, siteId } = await openBusiness(composed.app, 'missing');
  await composed.pool.query('DELETE FROM identity.tenants WHERE owner_id = $1', [owner.id]);
  await composed.runJob('stop-sites-without-owner');
  expect(await typesOf(siteId)).not.toContain('SiteDeactivated');
});
