import { randomUUID } from 'node:crypto';
import type { EventStore, NewEvent, StoredEvent } from '../../port.ts';

/** The adapter under test, as its spec provides it to the suite. */
export interface StoreUnderTest {
  /** Empty, with data of its own. */
  readonly store: EventStore;
  /** Opens another adapter on the same data, as another process would. The suite does not close it. */
  readonly another: () => Promise<EventStore>;
  readonly faults?: Faults;
  readonly cleanup: () => Promise<void>;
}

interface Faults {
  /** Cuts all connections of all adapters on this data, also busy ones. */
  readonly loseConnections: () => Promise<void>;
  /** An adapter on the same data whose next append reaches the server, but whose answer does not come back. */
  readonly losingNextAnswer: () => Promise<EventStore>;
  /** An adapter whose server does not exist. */
  readonly unreachable: () => Promise<EventStore>;
}

export interface Abilities {
  /** Whether the engine compares streams that a decision has read. */
  readonly comparesReads: boolean;
  /** Whether answers of appends bring what other processes have stored. */
  readonly bringsOthers: boolean;
  /** Whether connections can be cut. */
  readonly hasFaults: boolean;
}

/** Fixtures of a group of tests. */
export interface Bench extends Abilities {
  /** The adapter of the running test. */
  readonly current: () => StoreUnderTest;
  readonly store: () => EventStore;
  readonly faults: () => Faults;
  /** Aborts when the test is over. */
  readonly signal: () => AbortSignal;
}

export function newEvent(data: unknown = {}, type = 'SomethingHappened'): NewEvent {
  return { eventId: randomUUID(), type, data, metadata: { commandId: 'c' } };
}

/** Reads a subscription until it has given that many events, then ends it. */
export async function collect(
  store: EventStore,
  options: { count: number; afterPosition?: bigint; batchSize?: number; signal: AbortSignal },
): Promise<StoredEvent[]> {
  const { count, afterPosition = 0n, batchSize = 100, signal } = options;
  const seen: StoredEvent[] = [];
  if (count === 0) return seen;
  for await (const batch of store.subscribe({ afterPosition, batchSize, signal })) {
    seen.push(...batch);
    if (seen.length >= count) break;
  }
  return seen;
}
