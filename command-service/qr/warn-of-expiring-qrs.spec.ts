import { HOUR_MS } from '@perktree/contracts/kernel/durations';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { configure, createRoot, openSite, ownerOf } from '../testing/tenants.ts';
import { startWholeService } from '../testing/whole-service.ts';

const BEGAN = new Date('2026-05-10T10:00:00.000Z');
const later = (hours: number) => new Date(BEGAN.getTime() + hours * HOUR_MS);
const WEEK = { qrMinutesLife: 7 * 24 * 60, renewalPolicy: 'none' } as const;
const service = await startWholeService({ processes: 2 });
afterAll(() => service.stop());
beforeEach(() => {
  service.now = BEGAN;
});

async function run(process = 0): Promise<void> {
  await service.projected();
  await service.processes[process]?.jobs.find(({ name }) => name === 'warn-of-expiring-qrs')?.run();
}
const warnings = async (qrId: string) =>
  (await service.events()).flatMap(({ type, data }) =>
    type === 'ExpiryWarned' ? data.qrs.filter((qr) => qr.qrId === qrId) : [],
  );

let tenants = 0;
async function shop(configuration: Parameters<typeof openSite>[2]) {
  tenants += 1;
  const owner = ownerOf(`tenant ${tenants}`);
  const site = await openSite(service, owner, configuration);
  const create = async (more: object = {}) => String((await createRoot(service, owner, site, more)).body.id);
  return { owner, site, create };
}

it('warns a day before the end, once, in however many processes, and again in the next period', async () => {
  const { owner, site, create } = await shop(WEEK);
  const qrId = await create({ name: 'Window' });
  service.now = later(7 * 24 - 26);
  await run();
  expect(await warnings(qrId)).toEqual([]);
  service.now = later(7 * 24 - 24);
  await Promise.all([run(0), run(1), run(0), run(1)]);
  service.now = later(7 * 24 - 1);
  await run();
  const expiresAt = later(7 * 24).toISOString();
  expect(await warnings(qrId)).toEqual([{ qrId, rootQrId: qrId, name: 'Window', period: 1, expiresAt }]);
  service.now = later(7 * 24);
  await service.call(owner, 'POST', `${site}/qrs/${qrId}/reissue`);
  service.now = later(14 * 24 - 2);
  await run();
  expect(await warnings(qrId)).toMatchObject([{ period: 1 }, { period: 2 }]);
});

it('warns of no QR that renews, is out of use, or lives less than a day; at half of a life of a day', async () => {
  const { owner, site, create } = await shop(WEEK);
  const renews = await create({ renewalPolicy: 'auto_reissue_on_expire' });
  const outOfUse = await create();
  await service.call(owner, 'POST', `${site}/qrs/${outOfUse}/deactivate`);
  service.now = later(7 * 24 - 2);
  await run();
  for (const qrId of [renews, outOfUse]) expect(await warnings(qrId)).toEqual([]);

  service.now = BEGAN;
  const short = await shop({ ...WEEK, qrMinutesLife: 60 });
  const hour = await short.create();
  await configure(service, short.owner, short.site, { qrMinutesLife: 60 });
  const day = await shop({ ...WEEK, qrMinutesLife: 24 * 60 });
  const created = await day.create();
  await run();
  expect(await warnings(created)).toEqual([]);
  service.now = later(12);
  await run();
  expect(await warnings(created)).toHaveLength(1);
  expect(await warnings(hour)).toEqual([]);
});
