import { streams } from '@perktree/contracts/catalogue/events';
import type { Quota } from '@perktree/contracts/subscription/plans';
import type { EventStore } from '@perktree/event-store/port';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import { type CommandContext, deriveUuid } from '../engine/command.ts';
import type { CommandHandler } from '../engine/command-handler.ts';
import { commissionTreeFold, isQrExpired } from '../qr/decisions/state.ts';
import { siteFold } from '../site/decisions/state.ts';
import { type QuotaItem, subscriptionFold } from './decisions/state.ts';
import { decideReleaseQuota } from './decisions/subscription.ts';

/** Longer than any command takes: settling an append whose outcome is unknown takes at most three minutes. */
export const ORPHAN_AGE_MS = 5 * 60_000;
/** Minimum time between two searches for the same tenant and quota. */
export const SEARCH_AGAIN_MS = 30_000;
const STREAMS_AT_ONCE = 16;

interface Deps {
  readonly handler: CommandHandler;
  readonly store: Pick<EventStore, 'readStream'>;
}

interface Search {
  readonly tenantId: string;
  readonly quota: Quota;
  readonly context: CommandContext;
}

/**
 * Releases reservations without their event: a process crashed between reservation and event, or before the release. Each
 * is checked against the stream that it names. Concurrent callers share one search.
 * @returns whether there were any
 */
export function createOrphanRelease(deps: Deps): (search: Search) => Promise<boolean> {
  const searches = new LRUCache<string, { readonly at: number; readonly found: Promise<boolean> }>({ max: 10_000 });
  return (search) => {
    const key = `${search.tenantId} ${search.quota}`;
    const now = Date.parse(search.context.now);
    const last = searches.get(key);
    if (last && now < last.at + SEARCH_AGAIN_MS) return last.found;
    const found = releaseOrphans(deps, search);
    searches.set(key, { at: now, found });
    found.catch(() => searches.delete(key));
    return found;
  };
}

async function releaseOrphans({ handler, store }: Deps, { tenantId, quota, context }: Search): Promise<boolean> {
  const { now } = context;

  /** Whether the stream of a reservation has the event that uses it. */
  async function isUsed(id: string, { stream }: QuotaItem): Promise<boolean> {
    if (quota === 'activeQrs') {
      const { state } = await handler.load(stream, commissionTreeFold);
      const qr = state?.qrs.get(id);
      return qr?.isActive === true && !isQrExpired(qr, now);
    }
    if (quota === 'sites') return (await handler.load(stream, siteFold)).state?.isActive === true;
    return (await store.readStream(stream)).some(({ data }) => isRedemption(data, id));
  }

  const stream = streams.subscription(tenantId);
  const { state } = await handler.load(stream, subscriptionFold);
  const oldEnough = Date.parse(now) - ORPHAN_AGE_MS;
  const suspects = state.items[quota].held(now).filter(([, item]) => Date.parse(item.reservedAt) <= oldEnough);
  const found = await pLimit(STREAMS_AT_ONCE).map(suspects, async ([id, item]) =>
    (await isUsed(id, item)) ? [] : [{ id, generation: item.generation }],
  );
  const orphans = found.flat();
  if (orphans.length === 0) return false;
  const commandId = deriveUuid(context.commandId, 'release orphans', quota, state.generation);
  await handler.execute({
    stream,
    fold: subscriptionFold,
    decide: (current) => decideReleaseQuota(current, { tenantId, quota, reservations: orphans }),
    context: { ...context, commandId, causationId: context.commandId },
  });
  return true;
}

function isRedemption(data: unknown, redemptionId: string): boolean {
  return (data as { redemptionId?: unknown }).redemptionId === redemptionId;
}
