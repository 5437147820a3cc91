import { streams } from '@perktree/contracts/catalogue/events';
import { Refused } from '@perktree/contracts/kernel/refusals';
import { beforeEach, describe, expect, it } from 'vitest';
import { deriveUuid } from '../engine/command.ts';
import { commissionTreeFold } from '../qr/decisions/state.ts';
import { decideStopSite } from '../site/decisions/configure-site.ts';
import { siteFold } from '../site/decisions/state.ts';
import { qrId, TreeBuilder } from '../testing/example-tree.ts';
import { MemoryEventStore } from '../testing/memory-event-store.ts';
import { ORPHAN_AGE_MS, SEARCH_AGAIN_MS } from './orphans.ts';
import { executeReleasing } from './quotas.ts';
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

describe('quota', () => {
  it('is taken before the fact is stored', async () => {
    await tenant.createSite('one');
    expect(store.all.map(({ type }) => type)).toEqual(['QuotaReserved', 'SiteCreated']);
    await expect(tenant.createSite('two')).rejects.toThrow(refused('PLAN_LIMIT_REACHED'));
    expect(store.all).toHaveLength(2);
  });

  it('is given back when the fact is refused', async () => {
    const refusing = tenant.createSite('one', () => Promise.reject(new Refused('NOT_ALLOWED')));
    await expect(refusing).rejects.toThrow(refused('NOT_ALLOWED'));
    expect(await tenant.used('sites')).toBe(0);
    await tenant.createSite('two');
  });

  it('stays taken while it is not known whether the fact was stored', async () => {
    await expect(tenant.createSite('one', () => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
    expect(await tenant.used('sites')).toBe(1);
  });

  it('is taken once by a command that is made again, in another process too', async () => {
    await tenant.createSite('one');
    await tenant.createSite('one');
    await tenantOn(store, clock).createSite('one');
    expect(store.all).toHaveLength(2);
  });

  it('is reserved again by a repeated command after a release', async () => {
    await tenant.createSite('one', () => Promise.reject(new Refused('UNAVAILABLE'))).catch(() => {});
    await tenant.createSite('one');
    expect(await tenant.used('sites')).toBe(1);
    expect(store.all.map(({ type }) => type)).toEqual([
      'QuotaReserved',
      'QuotaReleased',
      'QuotaReserved',
      'SiteCreated',
    ]);
  });

  it('is not given back by one command while another one has stored the same thing on it', async () => {
    let begin = () => {};
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    let proceed = () => {};
    const siteId = deriveUuid('the site');
    const use = (cause: string) => ({
      tenantId: TENANT,
      quota: 'sites' as const,
      context: tenant.contextOf(cause),
      items: [{ id: siteId, stream: streams.site(siteId), until: null }],
    });
    const slow = tenant.quotas.reserveFor(use('slow'), async () => {
      await new Promise<void>((resolve) => {
        proceed = resolve;
        begin();
      });
      throw new Refused('NOT_ALLOWED');
    });
    await begun;
    await tenant.quotas.reserveFor(use('quick'), () => tenant.storeSite(siteId, 'quick'));
    proceed();
    await expect(slow).rejects.toThrow(refused('NOT_ALLOWED'));
    expect(await tenant.used('sites')).toBe(1);
  });

  it('of redemptions is not reserved where the dry run refuses; there is none on a plan without that limit', async () => {
    const items = [{ id: deriveUuid('redemption'), stream: 'redemptions-x', until: '2026-06-01T00:00:00.000Z' }];
    const dryRun = () => Promise.reject(new Refused('OFFER_FULL'));
    const use = { tenantId: TENANT, quota: 'redemptions' as const, context: tenant.contextOf('redeem'), items, dryRun };
    await expect(tenant.quotas.reserveFor(use, async () => {})).rejects.toThrow(refused('OFFER_FULL'));
    expect(store.all).toHaveLength(0);
    await tenant.startPlan('pro', 'sub_1');
    expect(await tenant.quotas.reserveFor(use, async () => 'done')).toBe('done');
    expect(store.all).toHaveLength(1);
  });
});

describe('a command that is stored', () => {
  it('is not refused when it is made again, although the plan has become smaller', async () => {
    await tenant.startPlan('ultra', 'sub_1');
    const first = await tenant.executeTakingRedemption('one');
    await tenant.endPlan('sub_1', 50);
    const [stored, process] = [store.all.length, tenantOn(store, clock)];
    const again = await process.executeTakingRedemption('one');
    expect([again.position, again.events]).toEqual([first.position, first.events]);
    await expect(process.executeTakingRedemption('two')).rejects.toThrow(refused('PLAN_LIMIT_REACHED'));
    expect(store.all).toHaveLength(stored);
  });
});

describe('what counts no more', () => {
  const siteId = deriveUuid('site', 'one');
  const place = { tenantId: TENANT, quota: 'sites', ids: [siteId] } as const;
  /** Stops the site, unless it is stopped. @param meanwhile runs before the event is stored */
  const stop = (cause: string, meanwhile = async () => {}) => {
    const { handler, quotas, contextOf } = tenant;
    const execute: typeof handler.execute = async (execution) => {
      await meanwhile();
      return handler.execute(execution);
    };
    return executeReleasing({ handler: { ...handler, execute }, quotas }, place, {
      ...{ stream: streams.site(siteId), fold: siteFold, context: contextOf(cause) },
      decide: (site) => decideStopSite(site, { tenantId: TENANT }),
    });
  };
  const reserveAgain = async () => {
    const items = [{ id: siteId, stream: streams.site(siteId), until: null }];
    const use = { tenantId: TENANT, quota: 'sites' as const, context: tenant.contextOf('again'), items };
    await tenant.quotas.reserveFor(use, async () => {});
  };

  it('gives its quota back, once that is stored', async () => {
    await tenant.createSite('one');
    await stop('close', async () => expect(await tenant.used('sites')).toBe(1));
    expect(await tenant.used('sites')).toBe(0);
  });

  it('keeps it if the command fails, or if another command has reserved it again', async () => {
    await tenant.createSite('one');
    await stop('refused', () => Promise.reject(new Refused('NOT_ALLOWED'))).catch(() => {});
    expect(await tenant.used('sites')).toBe(1);
    await stop('close', reserveAgain);
    expect(await tenant.used('sites')).toBe(1);
  });

  it('keeps what another command has reserved, if it has ended before or the command is repeated', async () => {
    await tenant.createSite('one');
    await stop('close');
    await reserveAgain();
    await stop('close');
    await stop('close again');
    expect(await tenant.used('sites')).toBe(1);
  });
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
      fold: commissionTreeFold,
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
