import { jsonEvent, NO_STREAM as NO_STREAM_YET, WrongExpectedVersionError } from '@eventstore/db-client';
import type { Timers } from '@perktree/platform/time/timers';
import { hasWaitedTooLong } from '../longest-wait.ts';
import {
  type Appended,
  HistoryChanged,
  NO_STREAM,
  OutcomeUnknown,
  RevisionConflict,
  StoreUnavailable,
} from '../port.ts';
import type { SerialisedEvent } from '../serialise.ts';
import type { AppendAnswer } from './append-stream.ts';
import type { Calls } from './calls.ts';
import { classify, HistoryIncomplete, refusal, TooLate, unavailable } from './failures.ts';
import { eventIdAt, type Reading } from './reading.ts';
import type { Timing } from './timing.ts';
import type { WireClient } from './wire-client.ts';

interface Append {
  readonly stream: string;
  readonly expectedRevision: number;
  readonly events: readonly SerialisedEvent[];
  /** The id of the event at the expected revision. */
  readonly seen: string | undefined;
  /** When it was given to the store, `timers.now()`. */
  readonly since: number;
}

interface Deps {
  readonly calls: Calls;
  readonly reading: Reading;
  readonly timing: Timing;
  readonly timers: Timers;
}

const encoder = new TextEncoder();

/**
 * Sends an append until its outcome is known. Retries are safe: events are sent with their expected revision and their ids,
 * so events that were stored although the answer was lost are recognised. The server recognises them, too, but only while it
 * caches the ids.
 * @throws RevisionConflict, HistoryChanged, OutcomeUnknown, StoreUnavailable, HistoryIncomplete; RangeError for too much
 *   at once
 */
export async function appendUntilSettled(deps: Deps, append: Append): Promise<Appended> {
  const { stream, expectedRevision, events, seen } = append;
  const lastRevision = expectedRevision + events.length;
  if (expectedRevision === NO_STREAM) await deps.reading.assertNew(stream);
  const answer = await send(deps, append);
  if ('actual' in answer) {
    const standing = await placeOf(deps.reading, append);
    if (standing) return standing;
    if (seen !== undefined && answer.actual < expectedRevision) throw new HistoryChanged(stream);
    throw new RevisionConflict(stream, expectedRevision, answer.actual);
  }
  const { nextExpectedRevision, position } = answer;
  if (nextExpectedRevision !== BigInt(lastRevision)) {
    throw new HistoryIncomplete(`${stream} was deleted in the event store: it goes on at ${nextExpectedRevision}`);
  }
  if (position && position.commit === position.prepare) return { revision: lastRevision, position: position.commit };
  // For events that were stored before, the server may not answer their position.
  const standing = await placeOf(deps.reading, append);
  if (!standing) throw new HistoryIncomplete(`${stream}: the event store has lost what it had accepted`);
  return standing;
}

/**
 * Sends on the shared append call first, which is fast. If that gives no outcome, separate calls find it out.
 */
async function send({ calls, timing, timers }: Deps, append: Append): Promise<AppendAnswer> {
  let mayHaveHappened = false;
  let [isFirst, isSent] = [true, false];
  try {
    return await calls.runUntilAnswered(
      async (client) => {
        const isShared = isFirst;
        isFirst = false;
        const shownBy = isShared && client.seen?.get(append.stream) === append.seen ? client.seen : null;
        if (!shownBy) await checkSeen(client, append, timing.callMs);
        // Opening the call takes a while, perhaps with the process suspended in between.
        if (isShared) await client.openAppends();
        if (hasWaitedTooLong([append], timers)) throw new TooLate('it has waited for too long');
        isSent = true;
        if (isShared)
          return client.appendShared(append.stream, append.expectedRevision, append.events, shownBy ?? null);
        return appendAlone(client, append, timing.callMs);
      },
      (error) => {
        const failure = classify(error);
        if (isSent && (failure === 'no answer' || failure === 'unsettled')) mayHaveHappened = true;
        return mayHaveHappened ? timing.settleMs : timing.reachMs;
      },
    );
  } catch (error) {
    if (error instanceof WrongExpectedVersionError) return { actual: revisionOf(error.actualVersion) };
    const isRefused = classify(error) === 'refused' && !(error instanceof TooLate || error instanceof StoreUnavailable);
    if (isRefused) throw refusal(append.stream, error);
    throw mayHaveHappened ? unknown(error) : unavailable(error);
  }
}

/** Appends by a separate call. */
function appendAlone(
  client: WireClient,
  { stream, expectedRevision, events }: Append,
  withinMs: number,
): Promise<AppendAnswer> {
  const messages = () =>
    events.map(({ eventId, type, data, metadata }) =>
      // The client takes data only as a value, but metadata also as bytes in a plain Uint8Array.
      jsonEvent({ id: eventId, type, data: JSON.parse(data), metadata: encoder.encode(metadata) }),
    );
  return client.appendToStream(stream, messages(), {
    expectedRevision: expectedRevision === NO_STREAM ? NO_STREAM_YET : BigInt(expectedRevision),
    deadline: withinMs,
    requiresLeader: true,
  });
}

/**
 * The server compares only revisions, so the last event is read before the append unless this connection has shown it.
 * @throws HistoryChanged
 */
async function checkSeen(
  client: WireClient,
  { stream, expectedRevision, seen }: Append,
  withinMs: number,
): Promise<void> {
  if (seen === undefined) return;
  if ((await eventIdAt(client, stream, expectedRevision, withinMs)) !== seen) throw new HistoryChanged(stream);
}

/** Where the events of an append are stored; undefined if they are not at the revisions that they were sent for. */
async function placeOf(reading: Reading, { stream, expectedRevision, events }: Append): Promise<Appended | undefined> {
  const there = await reading.stream(stream, expectedRevision + 1, events.length).catch((error: unknown) => {
    // Whether the events were stored is unknown.
    throw error instanceof StoreUnavailable ? unknown(error) : error;
  });
  const last = there.at(-1);
  const same = there.length === events.length && there.every(({ eventId }, n) => eventId === events[n]?.eventId);
  return same && last ? { revision: last.revision, position: last.position } : undefined;
}

const revisionOf = (version: WrongExpectedVersionError['actualVersion']) =>
  typeof version === 'bigint' ? Number(version) : NO_STREAM;

const unknown = (error: unknown) =>
  new OutcomeUnknown(`No answer to an append: ${(error as Error).message}`, { cause: error });
