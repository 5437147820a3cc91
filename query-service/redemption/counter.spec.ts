import { DEFAULT_SITE_CONFIGURATION } from '@perktree/contracts/site/configuration';
import { afterAll, expect, it } from 'vitest';
import { seed, uuid } from '../testing/read-models.ts';
import { startRig } from '../testing/rig.ts';

const OFF = JSON.stringify({ ...DEFAULT_SITE_CONFIGURATION, staffCanRedeemWithCode: false });
const rig = await startRig();
afterAll(() => rig.close());

const codes = async (as: string) => (await rig.get('/api/staff/counter', as)).json().codes;

it('says why no code can be typed, to owner and staff', async () => {
  expect(await codes('owner')).toBe('no_site');
  await seed(rig.pool, 'sites', {});
  await seed(rig.pool, 'site_staff', {});
  for (const as of ['owner', 'sam']) expect(await codes(as)).toBe('not_in_plan');
  await rig.pool.query('UPDATE read_models.sites SET configuration = $1', [OFF]);
  for (const as of ['owner', 'sam']) expect(await codes(as)).toBe('switched_off');
  await seed(rig.pool, 'plans', { plan: 'pro' });
  expect(await codes('sam')).toBe('switched_off');
  await seed(rig.pool, 'sites', { site_id: uuid('bar') });
  await seed(rig.pool, 'site_staff', { staff_id: 'bar', site_id: uuid('bar') });
  for (const as of ['owner', 'sam']) expect(await codes(as)).toBe('accepted');
  // A stopped site is one: the command says that it is stopped.
  await rig.pool.query('UPDATE read_models.sites SET is_active = false');
  for (const as of ['owner', 'sam']) expect(await codes(as)).toBe('accepted');
  expect((await rig.get('/api/staff/counter', 'dora')).statusCode).toBe(403);
});
