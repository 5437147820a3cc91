import type { Quota } from '@perktree/contracts/plans';
import { streams } from '@perktree/contracts/streams';
import type { EventStore } from '@perktree/event-store/port';
import { LRUCache } from 'lru-cache';
import type { CommandContext } from '../command-context.ts';
import type { CommandHandler } from '../command-handler.ts';
import { deriveUuid } from '../derive-uuid.ts';
import { isExpired } from '../domain/commission-tree/rules.ts';
import { commissionTreeDecider } from '../domain/commission-tree/state.ts';
import { decideReleaseQuota } from '../domain/subscription/decide-quota.ts';
import { type QuotaItem, subscriptionDecider } from '../domain/subscription/state.ts';

/** Longer than any command is under way: retries of an append whose outcome is unknown take three minutes at most. */
export const ORPHAN_AGE_MS = 5 * 60_000;
/** A tenant at its limit is looked at once in a while, not at every refusal. */
export const LOOK_AGAIN_MS = 30_000;
const STREAMS_AT_ONCE = 16;

interface Look {
  readonly tenantId: string;
  readonly quota: Quota;
  readonly context: CommandContext;
}

/**
 * Releases reservations whose fact never came (a crash between the two), or is no more (a crash before the release).
 * Each is checked against the stream that it names. Those who ask at once share one look.
 * @returns whether there were any
 */
export function createOrphanRelease(deps: {
  readonly handler: CommandHandler;
  readonly store: Pick<EventStore, 'readStream'>;
}): (look: Look) => Promise<boolean> {
  const looks = new LRUCache<string, { readonly at: number; readonly found: Promise<boolean> }>({ max: 10_000 });
  return (look) => {
    const key = `${look.tenantId} ${look.quota}`;
    const now = Date.parse(look.context.now);
    const last = looks.get(key);
    if (last && now < last.at + LOOK_AGAIN_MS) return last.found;
    const found = releaseOrphans(deps, look);
    looks.set(key, { at: now, found });
    found.catch(() => looks.delete(key));
    return found;
  };
}

async function releaseOrphans(
  deps: { readonly handler: CommandHandler; readonly store: Pick<EventStore, 'readStream'> },
  { tenantId, quota, context }: Look,
): Promise<boolean> {
  const { now } = context;
  const stream = streams.subscription(tenantId);
  const { state } = await deps.handler.load(stream, subscriptionDecider);
  const oldEnough = Date.parse(now) - ORPHAN_AGE_MS;
  const suspects = state.items[quota].held(now).filter(([, item]) => Date.parse(item.reservedAt) <= oldEnough);
  const orphans: { readonly id: string; readonly generation: number }[] = [];
  for (let from = 0; from < suspects.length; from += STREAMS_AT_ONCE) {
    await Promise.all(
      suspects.slice(from, from + STREAMS_AT_ONCE).map(async ([id, item]) => {
        if (!(await factStands(deps, quota, id, item, now))) orphans.push({ id, generation: item.generation });
      }),
    );
  }
  if (orphans.length === 0) return false;
  const commandId = deriveUuid(context.commandId, 'release orphans', quota, state.generation);
  await deps.handler.execute({
    stream,
    decider: subscriptionDecider,
    decide: (current) => decideReleaseQuota(current, { tenantId, quota, reservations: orphans }),
    context: { ...context, commandId, causationId: context.commandId },
  });
  return true;
}

/** Whether there is, in its stream, what quota was taken for. */
async function factStands(
  { handler, store }: { readonly handler: CommandHandler; readonly store: Pick<EventStore, 'readStream'> },
  quota: Quota,
  id: string,
  { stream }: QuotaItem,
  now: string,
): Promise<boolean> {
  if (quota === 'activeQrs') {
    const { state } = await handler.load(stream, commissionTreeDecider);
    const qr = state?.qrs.get(id);
    return qr?.isActive === true && !isExpired(qr, now);
  }
  const events = await store.readStream(stream);
  return quota === 'sites' ? events.length > 0 : events.some(({ data }) => isRedemption(data, id));
}

function isRedemption(data: unknown, redemptionId: string): boolean {
  return (data as { redemptionId?: unknown }).redemptionId === redemptionId;
}
