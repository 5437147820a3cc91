import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRoot, type Owner, openSite, ownerOf, upgrade } from '../testing/tenants.ts';
import { startWholeService, type WholeService } from '../testing/whole-service.ts';

let service: WholeService;
beforeAll(async () => {
  service = await startWholeService({ processes: 2 });
});
afterAll(() => service.stop());

/** How many of 200 creates, 100 to each of the processes at once, end how. */
async function createMany(owner: Owner, site: string): Promise<Record<string, number>> {
  const answers = await Promise.all(Array.from({ length: 200 }, () => createRoot(service, owner, site)));
  const outcomes = answers.map(({ status, body }) => (body.code ? `${status} ${body.code}` : String(status)));
  return Object.fromEntries([...new Set(outcomes)].map((one) => [one, outcomes.filter((o) => o === one).length]));
}
const stored = async (tenantId: string) =>
  (await service.events()).filter(({ type, data }) => type === 'RootQrCreated' && data.tenantId === tenantId).length;

describe('two processes that take quota of one tenant, 100 QRs at once each', () => {
  it('make all of them on Ultra', async () => {
    const owner = ownerOf('ultra');
    await upgrade(service, owner, 'ultra');
    expect(await createMany(owner, await openSite(service, owner))).toEqual({ 201: 200 });
    expect(await stored(owner.tenantId)).toBe(200);
  });

  it('make exactly 3 on Free', async () => {
    const owner = ownerOf('free');
    expect(await createMany(owner, await openSite(service, owner))).toEqual({ 201: 3, '402 PLAN_LIMIT_REACHED': 197 });
    expect(await stored(owner.tenantId)).toBe(3);
  });
});
