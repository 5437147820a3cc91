import { systemTimers, type Timers } from '@perktree/platform/time/timers';
import type { Pool, PoolClient } from 'pg';
import { acquireLease, endMembership, ensureLeases, keepAlive, type Lease, releaseLease } from './leases.ts';

export interface LeaseKeeperOptions {
  readonly pool: Pool;
  /** Names of all groups, the same for every projector. */
  readonly groups: readonly string[];
  /** Identifies this process. */
  readonly holder: string;
  /** How long a lease lasts without a heartbeat, in milliseconds. */
  readonly ttlMs: number;
  /** Interval of heartbeats and of checks for free leases, in milliseconds. */
  readonly tickMs: number;
  /** Runs a group's work until the signal reports the loss of its lease; never rejects. */
  readonly lead: (lease: Lease, signal: AbortSignal) => Promise<void>;
  /** Called when the connection is lost or fails. */
  readonly onFailure: (error: unknown) => void;
  readonly timers?: Timers;
}

interface Held {
  readonly lease: Lease;
  readonly stopping: AbortController;
  readonly done: Promise<void>;
}

/**
 * Holds a fair share of the groups' leases and leads those groups. Releases the leases when the signal aborts. Sends heartbeats
 * on a separate connection.
 */
export async function keepLeading(options: LeaseKeeperOptions, signal: AbortSignal): Promise<void> {
  const { tickMs, timers = systemTimers } = options;
  while (!signal.aborted) {
    await onOneConnection(options, signal).catch(options.onFailure);
    await timers.sleep(tickMs, signal);
  }
}

async function onOneConnection(options: LeaseKeeperOptions, signal: AbortSignal): Promise<void> {
  const { pool, groups, holder, tickMs, timers = systemTimers } = options;
  const client = await pool.connect();
  const held = new Map<string, Held>();
  let broken: Error | undefined;
  const onError = (error: Error) => {
    broken = error;
  };
  client.on('error', onError);
  try {
    await ensureLeases(client, groups);
    while (!signal.aborted && broken === undefined) {
      await tick(client, held, options);
      await timers.sleep(tickMs, signal);
    }
    if (broken) throw broken;
    await Promise.all([...held.values()].map((each) => giveBack(client, held, each)));
    await endMembership(client, holder);
  } catch (error) {
    broken = error instanceof Error ? error : new Error(String(error));
    throw error;
  } finally {
    // Without the connection the leases expire: the fence stops writes in progress.
    for (const { stopping } of held.values()) stopping.abort();
    await Promise.all([...held.values()].map(({ done }) => done));
    client.off('error', onError);
    client.release(broken);
  }
}

async function tick(client: PoolClient, held: Map<string, Held>, options: LeaseKeeperOptions): Promise<void> {
  const { groups, holder, ttlMs, lead } = options;
  const leases = [...held.values()].map(({ lease }) => lease);
  const { alive, kept } = await keepAlive(client, { holder, ttlMs, leases });
  for (const each of [...held.values()].filter(({ lease }) => !kept.has(lease.name))) {
    held.delete(each.lease.name);
    each.stopping.abort();
    await each.done;
  }
  const share = Math.ceil(groups.length / alive);
  const [extra] = [...held.values()].slice(share);
  if (extra) await giveBack(client, held, extra);
  for (const name of groups) {
    if (held.size >= share) return;
    const lease = held.has(name) ? null : await acquireLease(client, name, ttlMs, holder);
    if (lease === null) continue;
    const stopping = new AbortController();
    held.set(name, { lease, stopping, done: lead(lease, stopping.signal) });
  }
}

async function giveBack(client: PoolClient, held: Map<string, Held>, { lease, stopping, done }: Held): Promise<void> {
  stopping.abort();
  await done;
  await releaseLease(client, lease);
  held.delete(lease.name);
}
