import { createHash } from 'node:crypto';
import type { EventStore, StoredEvent } from '../port.ts';
import { allEvents } from './all-events.ts';
import { canonicalEvent } from './canonical-event.ts';
import { type AppendInOrder, OrderedAppender, oneByOne, TargetHoldsOtherEvents } from './ordered-target.ts';

/** Count and sha256 of events in the order of their positions: one line of canonical text for each. */
class RunningHash {
  private readonly hash = createHash('sha256');
  events = 0;

  add(event: StoredEvent): void {
    this.hash.update(canonicalEvent(event)).update('\n');
    this.events += 1;
  }

  /** The hash of everything added so far. */
  digest(): string {
    return this.hash.copy().digest('hex');
  }
}

/** Target and source differ after the copy: another process wrote to one of them during the run. */
class CopyDiffers extends Error {
  override readonly name = 'CopyDiffers';
}

export interface CopyProgress {
  /** `comparing` events that an earlier run copied, `copying` the rest, `verifying` the whole target. */
  readonly phase: 'comparing' | 'copying' | 'verifying';
  readonly events: number;
  /** Position of the last processed event in the store that this phase reads. */
  readonly position: bigint;
  /** Head of that store at the beginning. */
  readonly head: bigint;
}

export interface Copied {
  /** Number of events in the target after the run. */
  readonly events: number;
  readonly copied: number;
  /** Hash of the canonical texts of all events in order, equal for source and target. */
  readonly sha256: string;
}

/**
 * Copies all events of one store to another: streams, revisions, ids, types, data, metadata, and their order in the
 * whole store. Positions are each engine's own.
 *
 * A non-empty target must hold the beginning of the source, so an interrupted run can be resumed. No other process may
 * write to either store during the run; the final count and hash detect it.
 * @throws TargetHoldsOtherEvents, CopyDiffers
 */
export async function migrateEvents(options: {
  readonly from: Pick<EventStore, 'readAll' | 'head'>;
  readonly to: Pick<EventStore, 'readAll' | 'head' | 'append'>;
  /** A faster way to append to the same target. Default: one append of the port after the other. */
  readonly appendInOrder?: AppendInOrder;
  readonly onProgress?: (progress: CopyProgress) => void;
}): Promise<Copied> {
  const { from, to, appendInOrder = oneByOne(to), onProgress = () => {} } = options;
  const sourceHead = await from.head();
  const source = new RunningHash();
  let copied = 0;

  const there = allEvents(to);
  let standing: StoredEvent | null = await nextOf(there);
  const appender = new OrderedAppender(appendInOrder, (count, { position }) => {
    copied += count;
    onProgress({ phase: 'copying', events: copied, position, head: sourceHead });
  });
  for await (const event of allEvents(from)) {
    source.add(event);
    if (standing === null) {
      await appender.add(event);
      continue;
    }
    if (canonicalEvent(standing) !== canonicalEvent(event)) throw differsAt(source.events, standing, event);
    onProgress({ phase: 'comparing', events: source.events, position: event.position, head: sourceHead });
    standing = await nextOf(there);
  }
  if (standing !== null) {
    throw new TargetHoldsOtherEvents(`The target holds more than the ${source.events} events of the source`);
  }
  await appender.flush();

  const target = await hashOf(to, onProgress);
  if (target.events !== source.events || target.digest() !== source.digest()) {
    throw new CopyDiffers(
      `The source gave ${source.events} events with sha256 ${source.digest()}, the target has ${target.events} with ${target.digest()}`,
    );
  }
  return { events: target.events, copied, sha256: target.digest() };
}

async function hashOf(
  store: Pick<EventStore, 'readAll' | 'head'>,
  onProgress: (progress: CopyProgress) => void,
): Promise<RunningHash> {
  const head = await store.head();
  const hash = new RunningHash();
  for await (const event of allEvents(store)) {
    hash.add(event);
    onProgress({ phase: 'verifying', events: hash.events, position: event.position, head });
  }
  return hash;
}

async function nextOf(events: AsyncGenerator<StoredEvent, void>): Promise<StoredEvent | null> {
  const next = await events.next();
  return next.done ? null : next.value;
}

function differsAt(place: number, standing: StoredEvent, event: StoredEvent): TargetHoldsOtherEvents {
  const named = ({ type, stream, revision }: StoredEvent) => `${type} (${stream}, revision ${revision})`;
  return new TargetHoldsOtherEvents(
    `Event ${place} of the target is ${named(standing)}, and of the source ${named(event)}: ${
      named(standing) === named(event) ? 'its id or content is another one' : 'the target was not filled from it'
    }`,
  );
}
