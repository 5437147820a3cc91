import type { Migration } from '@perktree/platform/postgres/migrate';
import { events } from './migrations/0001-events.ts';
import { eventsSeen } from './migrations/0002-events-seen.ts';
import { appendNext } from './migrations/0003-append-next.ts';
import { onlyAppends } from './migrations/0004-only-appends.ts';
import { appendCondition } from './migrations/0005-append-condition.ts';
import { eventsOfOthers } from './migrations/0006-events-of-others.ts';

export const EVENT_STORE_SCHEMA = 'event_store';

/**
 * Run them by `runMigrations({ service: 'event_store', schema: EVENT_STORE_SCHEMA, … })`. A function with more parameters does not
 * replace the one of the same name, which processes of earlier versions call. This version calls `append_batch` of 0006,
 * `append_next` of 0005 and `append_in_order` of 0004.
 */
export const eventStoreMigrations: readonly Migration[] = [
  events,
  eventsSeen,
  appendNext,
  onlyAppends,
  appendCondition,
  eventsOfOthers,
];
