import { decodeEvent, UndecodableEvent } from '@perktree/contracts/catalogue/codec';
import { PROJECTED_CHANNEL } from '@perktree/contracts/catalogue/read-models';
import type { MailFeed, NewMail } from '@perktree/contracts/notification/mail';
import type { EventStore, StoredEvent } from '@perktree/event-store/port';
import { warnOfFailure } from '@perktree/platform/outages';
import { WakeUp } from '@perktree/platform/postgres/wake-up';
import { systemTimers, type Timers } from '@perktree/platform/time/timers';
import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import { type EventLookups, MAILED_EVENTS, mailOfEvent, UnknownSite } from './mails-of-event.ts';

/** Events of one transaction. */
const BATCH = 200;
/** Between two looks for events, in milliseconds. Projected events are announced, and those of a busy second are one look. */
const POLL_MS = 60_000;
const PAUSE_MS = 1_000;
/** Clocks of processes may differ by this, in milliseconds. */
const CLOCK_MS = 60_000;

/**
 * Queues the mails that events cause. It begins at the end of the store, so that a new installation, and a demo with its
 * history, does not mail the past.
 */
export function startReaction(options: {
  readonly pool: Pool;
  readonly feed: MailFeed;
  readonly store: Pick<EventStore, 'readAll' | 'head'>;
  readonly lookups: EventLookups;
  readonly logger: FastifyBaseLogger;
  readonly pollMs?: number;
  readonly timers?: Timers;
}): { stop(): Promise<void> } {
  const { pool, feed, store, lookups, logger, pollMs = POLL_MS, timers = systemTimers } = options;
  const stopping = new AbortController();
  const bell = new WakeUp(pool, [PROJECTED_CHANNEL], logger, timers);

  /** There may be more events than the last look has read. */
  let isFull = false;

  async function run(): Promise<void> {
    let hasBegun = false;
    while (!stopping.signal.aborted) {
      let hasFailed = false;
      isFull = false;
      try {
        bell.listen();
        if (!hasBegun) await feed.begin(await store.head());
        hasBegun = true;
        await feed.advance(step);
      } catch (err) {
        hasFailed = true;
        if (!(err instanceof UnknownSite)) warnOfFailure(logger, err, 'cannot queue the mails of events; trying again');
      }
      if (isFull && !hasFailed) continue;
      await timers.sleep(Math.min(pollMs, PAUSE_MS), stopping.signal);
      if (!hasFailed && !stopping.signal.aborted) await bell.wait(pollMs);
    }
  }

  async function step(after: bigint, since: Date): Promise<{ position: bigint; mails: readonly NewMail[] } | null> {
    const events = await store.readAll(after, BATCH);
    const last = events.at(-1);
    if (!last) return null;
    isFull = events.length === BATCH;
    const mails: NewMail[] = [];
    const known = cached(lookups);
    for (const event of events) {
      const mail = MAILED_EVENTS.has(event.type) ? await mailOf(event, since, known) : null;
      if (mail !== null) mails.push(mail);
    }
    return { position: last.position, mails };
  }

  async function mailOf(stored: StoredEvent, since: Date, known: EventLookups): Promise<NewMail | null> {
    try {
      const { fact, eventId, metadata } = decodeEvent(stored);
      // History that is written later, as that of a demo is.
      if (Date.parse(metadata.recordedAt) < since.getTime() - CLOCK_MS) return null;
      return await mailOfEvent(eventId, fact, known);
    } catch (err) {
      if (!(err instanceof UndecodableEvent)) throw err;
      logger.warn({ err }, 'an event causes no mail, because it cannot be decoded');
      return null;
    }
  }

  const running = run();
  return {
    async stop() {
      stopping.abort();
      bell.ring();
      await running;
      bell.close();
    },
  };
}

/** Each question once in a batch: every redemption reserves quota of the same plan. */
function cached(lookups: EventLookups): EventLookups {
  const once = <Keys extends string[], Answer>(look: (...keys: Keys) => Answer) => {
    const known = new Map<string, Answer>();
    return (...keys: Keys): Answer => {
      const key = keys.join(' ');
      const answer = known.get(key) ?? look(...keys);
      known.set(key, answer);
      return answer;
    };
  };
  return { ...lookups, site: once(lookups.site), planUse: once(lookups.planUse) };
}
