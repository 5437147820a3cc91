import { streams } from '@perktree/contracts/catalogue/events';
import { HOUR_MS } from '@perktree/contracts/kernel/durations';
import { pino } from 'pino';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { configure, createRoot, openSite, ownerOf, upgrade } from '../testing/tenants.ts';
import { startWholeService, type WholeService } from '../testing/whole-service.ts';
import { createReissueOfDueQrs } from './reissue-due-qrs.ts';

const BEGAN = new Date('2026-05-10T10:00:00.000Z');
const later = (hours: number) => new Date(BEGAN.getTime() + hours * HOUR_MS);
const renewing = { renewalPolicy: 'auto_reissue_on_expire', qrMinutesLife: 60 } as const;
let logged: string[];
const write = (line: string) => logged.push(line);
const service = await startWholeService({ processes: 2, logger: pino({ level: 'info' }, { write }) as never });
afterAll(() => service.stop());
beforeEach(() => {
  service.now = BEGAN;
  logged = [];
});

/** As when the job is due, in one of the processes. */
async function run(process = 0): Promise<void> {
  await service.projected();
  await service.processes[process]?.jobs.find(({ name }) => name === 'reissue-due-qrs')?.run();
}
const reissues = async (qrId: string) =>
  (await service.events()).flatMap(({ type, data }) => (type === 'QrReissued' && data.qrId === qrId ? [data] : []));

let tenants = 0;
async function tenant(configuration: Parameters<typeof openSite>[2]) {
  tenants += 1;
  const owner = ownerOf(`tenant ${tenants}`);
  const site = await openSite(service, owner, configuration);
  const create = async (more: object = {}) => {
    const { body, status } = await createRoot(service, owner, site, more);
    if (status !== 201) throw new Error(`no QR: ${JSON.stringify(body)}`);
    return { qrId: String(body.id) };
  };
  return { owner, site, create };
}

describe('an expired QR of a site that renews by itself', () => {
  it('is reissued once, by however many runs at once in however many processes', async () => {
    const { create } = await tenant(renewing);
    const { qrId } = await create();
    service.now = later(1);
    await Promise.all([run(0), run(1), run(0), run(1)]);
    await run();
    expect(await reissues(qrId)).toHaveLength(1);
    // The job is late: the QR was expired for whole periods.
    service.now = later(4.25);
    await run();
    expect((await reissues(qrId)).at(-1)).toMatchObject({
      ...{ period: 5, startsAt: later(4).toISOString(), expiresAt: later(5).toISOString(), trigger: 'automatic' },
    });
  });

  it('follows its campaign rather than its site', async () => {
    const { create } = await tenant(renewing);
    const other = await tenant({ qrMinutesLife: 60 });
    const ends = await create({ renewalPolicy: 'none' });
    const continues = await other.create({ renewalPolicy: 'auto_reissue_on_expire' });
    const path = `${other.site}/qrs/${continues.qrId}`;
    const { body } = await service.call(other.owner, 'POST', `${path}/split`, {
      splits: [{ name: 'Split', commissionPercent: '1.00' }],
    });
    service.now = later(1);
    await run();
    expect(await reissues(ends.qrId)).toEqual([]);
    for (const qrId of [continues.qrId, body.qrs[0].id]) expect(await reissues(qrId)).toHaveLength(1);
    const edited = await service.call(other.owner, 'PUT', path, {
      renewalPolicy: 'none',
      seen: { renewalPolicy: 'auto_reissue_on_expire' },
    });
    expect(edited).toMatchObject({ status: 200, body: { renewalPolicy: 'none' } });
    service.now = later(2);
    await run();
    expect(await reissues(continues.qrId)).toHaveLength(1);
  });

  it('waits while the plan is full, which is logged once, and is reissued when there is room', async () => {
    const full = await tenant(renewing);
    const waiting = [await full.create(), await full.create()];
    const neighbour = await tenant(renewing);
    const { qrId: unhindered } = await neighbour.create();
    service.now = later(1);
    await configure(service, full.owner, full.site, { ...renewing, qrMinutesLife: 600 });
    for (let n = 0; n < 3; n += 1) await full.create();
    await run();
    await run();
    for (const { qrId } of waiting) expect(await reissues(qrId)).toEqual([]);
    expect(await reissues(unhindered)).toHaveLength(1);
    expect(logged.filter((line) => line.includes('the plan is full'))).toHaveLength(1);
    await upgrade(service, full.owner, 'pro');
    await run();
    for (const { qrId } of waiting) expect(await reissues(qrId)).toHaveLength(1);
  });

  it('is reissued although the stream of another one cannot be read', async () => {
    const { create } = await tenant(renewing);
    const [damaged, ...others] = [await create(), await create(), await create()];
    service.now = later(1);
    await service.projected();
    const [deps] = service.processes as [WholeService['processes'][number]];
    const load: typeof deps.handler.load = (stream, ...rest) =>
      stream === streams.commissionTree(damaged?.qrId ?? '')
        ? Promise.reject(new Error('the event is damaged'))
        : deps.handler.load(stream, ...rest);
    await createReissueOfDueQrs({ ...deps, handler: { ...deps.handler, load } })();
    for (const { qrId } of others) expect(await reissues(qrId)).toHaveLength(1);
    expect(logged.filter((line) => line.includes('the event is damaged'))).toHaveLength(1);
    await run();
    expect(await reissues(damaged?.qrId ?? '')).toHaveLength(1);
  });
});
