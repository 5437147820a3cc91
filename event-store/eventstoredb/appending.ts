import { jsonEvent, NO_STREAM as NO_STREAM_YET, WrongExpectedVersionError } from '@eventstore/db-client';
import { type Appended, NO_STREAM, OutcomeUnknown, RevisionConflict, StoreUnavailable } from '../port.ts';
import type { SerialisedEvent } from '../serialise.ts';
import type { AppendAnswer } from './append-stream.ts';
import type { Calls } from './calls.ts';
import { classify, HistoryIncomplete, refusal, unavailable } from './failures.ts';
import type { Reading } from './reading.ts';
import type { Timing } from './timing.ts';

interface Deps {
  readonly calls: Calls;
  readonly reading: Reading;
  readonly timing: Timing;
}

const encoder = new TextEncoder();

/**
 * Sends an append until it is settled. That is safe: events are always sent with the revision they were decided on, and with
 * their ids, by which this recognises its own after the server has taken them and its answer was lost. The server does
 * so too, though only as long as it remembers them.
 * @throws RevisionConflict, OutcomeUnknown, StoreUnavailable, HistoryIncomplete; RangeError for too much at once
 */
export async function appendUntilSettled(
  deps: Deps,
  stream: string,
  expectedRevision: number,
  events: readonly SerialisedEvent[],
): Promise<Appended> {
  const lastRevision = expectedRevision + events.length;
  const answer = await send(deps, stream, expectedRevision, events);
  if ('actual' in answer) {
    const standing = await placeOf(deps.reading, stream, expectedRevision, events);
    if (standing) return standing;
    throw new RevisionConflict(stream, expectedRevision, answer.actual);
  }
  const { nextExpectedRevision, position } = answer;
  if (nextExpectedRevision !== BigInt(lastRevision)) {
    throw new HistoryIncomplete(`${stream} was deleted in the event store: it goes on at ${nextExpectedRevision}`);
  }
  if (position && position.commit === position.prepare) return { revision: lastRevision, position: position.commit };
  // Of events that it had already, the server may not know where they stand.
  const standing = await placeOf(deps.reading, stream, expectedRevision, events);
  if (!standing) throw new HistoryIncomplete(`${stream}: the event store has lost what it had accepted`);
  return standing;
}

/**
 * What the server says in the end: done, or the stream's actual revision. Sent on the call that all appends share first,
 * which is quick; whatever else than an outcome comes of that, a call of its own settles.
 */
async function send(
  { calls, timing }: Deps,
  stream: string,
  expectedRevision: number,
  events: readonly SerialisedEvent[],
): Promise<AppendAnswer> {
  const messages = () =>
    events.map(({ eventId, type, data, metadata }) =>
      // Text is not taken as it is; metadata is as bytes, though only as a plain Uint8Array.
      jsonEvent({ id: eventId, type, data: JSON.parse(data), metadata: encoder.encode(metadata) }),
    );
  let mayHaveHappened = false;
  let isFirst = true;
  try {
    return await calls.runUntilAnswered(
      (client) => {
        const isShared = isFirst;
        isFirst = false;
        if (isShared) return client.appendShared(stream, expectedRevision, events);
        return client.appendToStream(stream, messages(), {
          expectedRevision: expectedRevision === NO_STREAM ? NO_STREAM_YET : BigInt(expectedRevision),
          deadline: timing.callMs,
          requiresLeader: true,
        });
      },
      (error) => {
        const failure = classify(error);
        if (failure === 'no answer' || failure === 'unsettled') mayHaveHappened = true;
        return mayHaveHappened ? timing.settleMs : timing.reachMs;
      },
    );
  } catch (error) {
    if (error instanceof WrongExpectedVersionError) return { actual: revisionOf(error.actualVersion) };
    if (classify(error) === 'refused' && !(error instanceof StoreUnavailable)) throw refusal(stream, error);
    throw mayHaveHappened ? unknown(error) : unavailable(error);
  }
}

/** Where these very events stand, if they stand where they were to be appended. */
async function placeOf(
  reading: Reading,
  stream: string,
  expectedRevision: number,
  events: readonly SerialisedEvent[],
): Promise<Appended | undefined> {
  const there = await reading.stream(stream, expectedRevision + 1, events.length).catch((error: unknown) => {
    // Whether they stand there is just what is not known then.
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
