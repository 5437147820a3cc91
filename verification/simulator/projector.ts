import { withEffectiveTimes } from '@perktree/event-store/effective-time/effective-clock';
import type { EventStore, StoredEvent } from '@perktree/event-store/port';
import { projections } from '@perktree/projector/catalogue';
import { decodeBatch, type Incoming } from '@perktree/projector/engine/live/decoding';
import { fold, keysToLoad, type Slot, workOf } from '@perktree/projector/engine/live/fold';
import { InMemoryFeed } from '@perktree/projector/engine/live/in-memory-feed';
import type { Projection } from '@perktree/projector/engine/live/projection';
import type { Machine } from './machine.ts';
import { GROUPS, type Group, type MemoryReadModels } from './memory-read-models.ts';
import type { PlantedBug } from './planted-bugs.ts';
import { type SimulatedLog, storeOf } from './simulated-store.ts';

/** Small sizes, so that most transactions end within a burst of events. */
const BATCH_SIZES = [3, 8, 500];
const RETRY_MS = 1_000;

const isInline = ({ name }: Projection) => name === 'sites' || name === 'qrs' || name === 'scans';
const PROJECTIONS_OF: Readonly<Record<Group, readonly Projection[]>> = {
  inline: projections.filter(isInline),
  async: projections.filter((projection) => !isInline(projection)),
};

interface Position {
  readonly position: bigint;
  /** Effective time of the event there. */
  readonly at: string | undefined;
}

/**
 * A projector process over the in-memory read models: the product's decoding, folds and in-memory feed behind a lease, one
 * transaction a batch and group. Runs until its process is killed.
 */
export class SimulatedProjector {
  private readonly store: EventStore;
  private readonly batchSize: number;
  private readonly bug: PlantedBug | null;

  constructor(
    readonly machine: Machine,
    log: SimulatedLog,
    private readonly readModels: MemoryReadModels,
  ) {
    this.store = storeOf(log, machine);
    this.batchSize = machine.dice.pick(BATCH_SIZES);
    this.bug = log.bug;
  }

  async run(): Promise<void> {
    const { machine } = this;
    while (machine.isAlive) {
      // A lost answer, a lost lease and a failover all end in the same way: start again from the checkpoints.
      await this.lead().catch(() => {});
      await machine.time.sleep(RETRY_MS);
    }
  }

  private async lead(): Promise<void> {
    const { machine, readModels } = this;
    const token = await readModels.ask(machine, () => readModels.acquire(machine));
    if (token === null) return;
    const checkpoints = await readModels.ask(machine, () => ({ ...readModels.checkpoints }));
    const feed = new InMemoryFeed(checkpoints.inline, PROJECTIONS_OF.async);
    const failed = new AbortController();
    const signal = AbortSignal.any([machine.signal, failed.signal]);
    const isLost = this.bug === 'asynchronous group lost at a kill';
    const start = isLost ? checkpoints.inline : checkpoints.async;
    try {
      await Promise.race([
        this.renew(token, signal),
        this.projectInline(token, checkpoints.inline, feed, signal),
        this.followFeed(token, { from: checkpoints.async, after: start }, feed, signal),
      ]);
    } finally {
      failed.abort();
    }
  }

  private async renew(token: number, signal: AbortSignal): Promise<void> {
    const { machine, readModels } = this;
    while (!signal.aborted) {
      await machine.time.sleep(RETRY_MS);
      const held = await readModels.ask(machine, () => readModels.acquire(machine));
      if (held !== token && this.bug !== 'lease without a fence') throw new Error('the lease is lost');
    }
  }

  private async projectInline(token: number, from: bigint, feed: InMemoryFeed, signal: AbortSignal): Promise<void> {
    let last = await this.timeAt(from);
    for await (const stored of this.store.subscribe({ afterPosition: from, batchSize: this.batchSize, signal })) {
      const batch = this.decode(stored, last);
      const end = positionAfter(batch);
      await this.apply('inline', token, last.position, batch, end.position);
      feed.add(batch);
      last = end;
    }
  }

  private async followFeed(
    token: number,
    { from, after }: { readonly from: bigint; readonly after: bigint },
    feed: InMemoryFeed,
    signal: AbortSignal,
  ): Promise<void> {
    let checkpoint = from;
    let position = after;
    while (!signal.aborted) {
      const { turn } = feed;
      const batch = feed.after(position, this.batchSize) ?? (await this.readFrom(position));
      const end = batch.at(-1)?.stored.position;
      if (end === undefined) {
        await feed.next(turn, signal);
        continue;
      }
      const given = this.bug === 'feed out of order' ? batch.toReversed() : batch;
      await this.apply('async', token, checkpoint, given, end);
      checkpoint = end;
      position = end;
    }
  }

  /** Events that the feed does not hold. */
  private async readFrom(position: bigint): Promise<readonly Incoming[]> {
    const last = await this.timeAt(position);
    return this.decode(await this.store.readAll(position, this.batchSize), last);
  }

  private async timeAt(position: bigint): Promise<Position> {
    const events = position === 0n ? [] : await this.store.readAll(0n, Number(position));
    return { position, at: withEffectiveTimes(events).at(-1)?.effectiveAt };
  }

  private decode(stored: readonly StoredEvent[], last: Position): readonly Incoming[] {
    return decodeBatch(withEffectiveTimes(stored, last.at), projections);
  }

  private async apply(group: Group, token: number, from: bigint, batch: readonly Incoming[], to: bigint) {
    const { machine, readModels } = this;
    const rows = new Map<string, ReadonlyMap<string, Slot>>();
    for (const projection of PROJECTIONS_OF[group]) {
      const { handled, poison } = workOf(projection, batch, from);
      if (poison) throw poison;
      if (handled.length === 0) continue;
      const slots = new Map(await readModels.rowsOf(machine, projection.name, keysToLoad(projection, handled)));
      const folded = fold(projection, handled, slots);
      if (folded.poison) throw folded.poison;
      rows.set(projection.name, new Map([...folded.changed].map((key) => [key, slots.get(key) as Slot])));
    }
    await readModels.commit(machine, { group, token, from, to, rows });
  }
}

function positionAfter(batch: readonly Incoming[]): Position {
  const { stored } = batch.at(-1) as Incoming;
  return { position: stored.position, at: stored.effectiveAt };
}

export const isCaughtUp = (readModels: MemoryReadModels, log: SimulatedLog): boolean =>
  GROUPS.every((group) => readModels.checkpoints[group] === log.head());
