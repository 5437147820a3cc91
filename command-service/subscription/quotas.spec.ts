import { streams } from '@perktree/contracts/catalogue/streams';
import { Refused } from '@perktree/contracts/kernel/refusals';
import { beforeEach, describe, expect, it } from 'vitest';
import { deriveUuid } from '../engine/derive-uuid.ts';
import { decideStopSite } from '../site/decisions/configure-site.ts';
import { siteDecider } from '../site/decisions/state.ts';
import { MemoryEventStore } from '../testing/memory-event-store.ts';
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

  it('of redemptions is neither reserved nor checked by a dry run on a plan without that limit', async () => {
    await tenant.startPlan('pro', 'sub_1');
    const items = [{ id: deriveUuid('redemption'), stream: 'redemptions-x', until: '2026-06-01T00:00:00.000Z' }];
    const dryRun = () => Promise.reject(new Refused('OFFER_FULL'));
    const use = { tenantId: TENANT, quota: 'redemptions' as const, context: tenant.contextOf('redeem'), items, dryRun };
    expect(await tenant.quotas.reserveFor(use, async () => 'done')).toBe('done');
    expect(store.all).toHaveLength(1);
  });

  it('is not reserved where the dry run refuses', async () => {
    const items = [{ id: deriveUuid('redemption'), stream: 'redemptions-x', until: '2026-06-01T00:00:00.000Z' }];
    const dryRun = () => Promise.reject(new Refused('OFFER_FULL'));
    const use = { tenantId: TENANT, quota: 'redemptions' as const, context: tenant.contextOf('redeem'), items, dryRun };
    await expect(tenant.quotas.reserveFor(use, async () => {})).rejects.toThrow(refused('OFFER_FULL'));
    expect(store.all).toHaveLength(0);
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
      ...{ stream: streams.site(siteId), decider: siteDecider, context: contextOf(cause) },
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
