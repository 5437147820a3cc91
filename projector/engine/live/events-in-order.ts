import { CLOCK_MARKS_TABLE } from '@perktree/contracts/catalogue/read-models';
import { clockMarksIn } from '@perktree/event-store/effective-time/clock-marks';
import { inEffectiveOrder, type OrderedStore } from '@perktree/event-store/effective-time/ordered-store';
import type { EventStore } from '@perktree/event-store/port';
import type { Pool } from 'pg';

/** The part of an event store that the projector uses. */
export type ReadableStore = Pick<EventStore, 'readAll' | 'subscribe' | 'head'>;

/** The events with their effective times. */
export const eventsInOrder = (store: ReadableStore, pool: Pool): OrderedStore =>
  inEffectiveOrder(store, clockMarksIn(pool, CLOCK_MARKS_TABLE, { writes: true }));
