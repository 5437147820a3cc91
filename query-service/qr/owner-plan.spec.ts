import { DEFAULT_SITE_CONFIGURATION } from '@perktree/contracts/site/configuration';
import { PLANS } from '@perktree/contracts/subscription/plans';
import { afterAll, expect, it } from 'vitest';
import { NOW, seed, uuid } from '../testing/read-models.ts';
import { startRig } from '../testing/rig.ts';

let made = 0n;
const qr = (name: string, of: object) => {
  made += 1n;
  const tokens = { customer_token: `c-${name}`, distributor_token: `d-${name}` };
  return seed(rig.pool, 'qrs', {
    ...{ qr_id: uuid(name), root_qr_id: uuid('root'), parent_qr_id: uuid('root'), depth: 1, made_order: made },
    ...{ ...tokens, ...of },
  });
};
const plan = async (name: string) =>
  (await rig.get(`/api/distributors/me/qrs/${uuid(name)}/site-config`, 'dora')).json().plan;

const rig = await startRig();
const configuration = JSON.stringify({ ...DEFAULT_SITE_CONFIGURATION, topLevelQrsNeedApproval: false });
await seed(rig.pool, 'sites', { configuration });
await qr('root', { parent_qr_id: null, depth: 0, owner_id: 'dora' });
const max = PLANS.free.limits.activeQrs as number;
for (let n = 2; n <= max; n += 1) await qr(`split ${n}`, { created_by: 'dora' });
await qr('expired', { created_by: 'dora', expires_at: NOW });
await qr('deactivated', { created_by: 'dora', is_active: false });
await qr('waiting', { root_qr_id: uuid('waiting'), parent_qr_id: null, depth: 0, approval: 'waiting' });
afterAll(() => rig.close());

it('a free plan allows one level of splits, and as many of distributors in a tree as active QRs', async () => {
  const room = { hasRoomInTree: true, hasRoomForTopLevel: true };
  expect(await plan('root')).toEqual({ allowsSplit: true, ...room });
  expect(await plan('split 2')).toEqual({ allowsSplit: false, ...room });
  await qr('last', { created_by: 'dora' });
  expect(await plan('root')).toEqual({ allowsSplit: true, hasRoomInTree: false, hasRoomForTopLevel: true });
});

it('roots of distributors count as those of the owner unless they need approval, and splits do not', async () => {
  await qr('second', { root_qr_id: uuid('second'), parent_qr_id: null, depth: 0, created_by: 'dora' });
  expect((await plan('root')).hasRoomForTopLevel).toBe(true);
  await qr('third', { root_qr_id: uuid('third'), parent_qr_id: null, depth: 0 });
  expect((await plan('root')).hasRoomForTopLevel).toBe(false);
  await rig.pool.query('UPDATE read_models.sites SET configuration = $1', [JSON.stringify(DEFAULT_SITE_CONFIGURATION)]);
  // Not asked before: the site of a QR stays in the cache until an event arrives.
  expect((await plan('expired')).hasRoomForTopLevel).toBe(true);
  await seed(rig.pool, 'plans', { plan: 'ultra' });
  expect(await plan('last')).toEqual({ allowsSplit: true, hasRoomInTree: true, hasRoomForTopLevel: true });
});
