import { streams } from '@perktree/contracts/catalogue/streams';
import { beforeEach, describe, expect, it } from 'vitest';
import { commissionTreeDecider } from '../qr/decisions/state.ts';
import { qrId, TreeBuilder } from '../testing/example-tree.ts';
import { MemoryEventStore } from '../testing/memory-event-store.ts';
import { ORPHAN_AGE_MS, SEARCH_AGAIN_MS } from './orphans.ts';
import { TENANT, tenantOn } from './testing/tenant.ts';

const refused = (code: string) => expect.objectContaining({ code });
let store: MemoryEventStore;
let clock: { now: string };
let tenant: ReturnType<typeof tenantOn>;
beforeEach(() => {
  store = new MemoryEventStore();
  clock = { now: '2026-05-10T10:00:00.000Z' };
  tenant = tenantOn(store, clock);
});
const later = (ms: number) => {
  clock.now = new Date(Date.parse(clock.now) + ms).toISOString();
};

describe('a reservation whose fact never came', () => {
  it('blocks the quota for a few minutes at most', async () => {
    await tenant.createSite('crashed', () => Promise.reject(new Error('crash'))).catch(() => {});
    later(ORPHAN_AGE_MS - 1);
    await expect(tenant.createSite('two')).rejects.toThrow(refused('PLAN_LIMIT_REACHED'));
    later(SEARCH_AGAIN_MS);
    await tenant.createSite('three');
    expect(await tenant.used('sites')).toBe(1);
  });

  it('differs from a reservation whose event is stored', async () => {
    await tenant.createSite('one');
    later(10 * ORPHAN_AGE_MS);
    await expect(tenant.createSite('two')).rejects.toThrow(refused('PLAN_LIMIT_REACHED'));
    expect(await tenant.used('sites')).toBe(1);
  });

  it('of a QR is found by its tree: deactivated, expired or never created', async () => {
    const tree = TreeBuilder.root();
    const rootQrId = qrId('root');
    const place = { rootQrId, siteId: tree.site.siteId, tenantId: TENANT };
    const { terms, customerToken, distributorToken } = tree.qr('root');
    const qr = (name: string, expiresAt: string) => ({
      ...{ qrId: qrId(name), terms, customerToken, distributorToken, expiresAt },
    });
    const [soon, far] = ['2026-05-10T10:01:00.000Z', '2026-05-20T10:00:00.000Z'];
    const stored = await tenant.handler.execute({
      stream: streams.commissionTree(rootQrId),
      decider: commissionTreeDecider,
      decide: () => [
        { type: 'RootQrCreated', data: { ...place, qrId: rootQrId, qr: qr('root', far), approval: 'not_needed' } },
        {
          type: 'QrSplit',
          data: { ...place, qrId: rootQrId, depth: 1, children: [qr('closed', far), qr('over', soon)] },
        },
        { type: 'QrDeactivated', data: { ...place, qrId: qrId('closed') } },
      ],
      context: tenant.contextOf('tree'),
    });
    expect(stored.events).toHaveLength(3);
    const take = (names: string[], cause = names.join()) =>
      tenant.quotas.reserveFor(
        {
          ...{ tenantId: TENANT, quota: 'activeQrs', context: tenant.contextOf(cause) },
          items: names.map((name) => ({ id: qrId(name), stream: streams.commissionTree(rootQrId), until: far })),
        },
        async () => {},
      );
    await tenant.startPlan('pro', 'sub_1');
    await take(['root', 'closed', 'over', 'never made']);
    expect(await tenant.used('activeQrs')).toBe(4);
    await tenant.endPlan('sub_1');
    later(ORPHAN_AGE_MS);
    await take(['one', 'two']);
    expect(await tenant.used('activeQrs')).toBe(3);
    expect((await tenant.state()).items.activeQrs.get(rootQrId)).toBeDefined();
  });

  it('is not looked for at every refusal', async () => {
    await tenant.createSite('one');
    later(10 * ORPHAN_AGE_MS);
    await tenant.createSite('two').catch(() => {});
    const reads = store.reads;
    await tenant.createSite('three').catch(() => {});
    // One, to decide on the newest state.
    expect(store.reads - reads).toBeLessThanOrEqual(1);
  });
});
