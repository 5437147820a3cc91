import type { EventStore } from '@perktree/event-store/port';
import type { Pool } from 'pg';

/** What the audit's commands work with. Nothing of it is written to. */
export interface Tools {
  readonly store: Pick<EventStore, 'readAll' | 'head'>;
  readonly pool: Pool;
  readonly signal: AbortSignal;
  /** Milliseconds. */
  readonly now: () => number;
}
