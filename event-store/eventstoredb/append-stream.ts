import { randomUUID } from 'node:crypto';
import type { AppendResult } from '@eventstore/db-client';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import type { ClientDuplexStream } from '@grpc/grpc-js';
import { systemTimers } from '@perktree/platform/time/timers';
import { LRUCache } from 'lru-cache';
import { NO_STREAM } from '../port.ts';
import type { SerialisedEvent } from '../serialise.ts';
import { classify, Unsettled } from './failures.ts';

/** The outcome of an append: done, or the stream's actual revision. */
export type AppendAnswer = Pick<AppendResult, 'nextExpectedRevision' | 'position'> | { readonly actual: number };

export type AppendCall = ClientDuplexStream<streams.BatchAppendReq, streams.BatchAppendResp>;

interface Waiting {
  resolve(answer: AppendAnswer): void;
  reject(error: unknown): void;
}

/**
 * By stream the id of the last event that was read or appended while the call was open. A call uses one connection, and a
 * server that loses events ends its connections: so that event still exists.
 */
export type SeenEvents = LRUCache<string, string>;

/** Most streams whose last event is cached; that of other streams is read again before an append. */
const SEEN_STREAMS = 20_000;
const WRONG_VERSION = 'event_store.client.WrongExpectedVersion';
/** Longer than any caller waits for an answer. */
const CLOSED_AFTER_MS = 10_000;
const encoder = new TextEncoder();

/**
 * Many appends on one call that stays open (`BatchAppend`, EventStoreDB 21.10 and later): each costs two messages, not a call
 * of its own. The server executes them in the order in which they were sent, and answers each when it is done.
 *
 * The client's own batches are not used, because their table of callers is shared by all clients of a process. The table here
 * belongs to one call: when the call ends, only its waiting appends fail.
 */
export class AppendStream {
  private readonly waiting = new Map<string, Waiting>();
  private readonly seenEvents: SeenEvents = new LRUCache({ max: SEEN_STREAMS });
  private ended: unknown;

  constructor(private readonly call: AppendCall) {
    call.on('data', (response) => this.take(response));
    call.on('error', (error) => this.end(error));
    call.on('end', () => this.end(new Unsettled('the server has ended the call')));
  }

  /** Undefined after the end of the call: another connection may reach a server that lags. */
  get seen(): SeenEvents | undefined {
    return this.ended === undefined ? this.seenEvents : undefined;
  }

  /** @throws Unsettled if it may have happened; errors of the connection unchanged (see `classify`) */
  append(stream: string, expectedRevision: number, events: readonly SerialisedEvent[]): Promise<AppendAnswer> {
    if (this.ended !== undefined) return Promise.reject(this.ended);
    const id = randomUUID();
    const last = events.at(-1);
    return new Promise((resolve, reject) => {
      const answered = (answer: AppendAnswer) => {
        if (last && !('actual' in answer)) this.seenEvents.set(stream, last.eventId);
        resolve(answer);
      };
      this.waiting.set(id, { resolve: answered, reject });
      this.call.write(request(id, stream, expectedRevision, events));
    });
  }

  /** Accepts no further appends. The call ends with the outstanding answers, or soon after if none arrive. */
  close(): void {
    this.ended ??= new Unsettled('the call is closed');
    this.call.end();
    systemTimers.after(CLOSED_AFTER_MS, () => this.call.cancel());
  }

  private take(response: streams.BatchAppendResp): void {
    const id = textOf(response.getCorrelationId());
    const waiting = this.waiting.get(id);
    this.waiting.delete(id);
    if (!waiting) return;
    const success = response.getSuccess();
    if (!success) {
      const actual = actualRevision(response);
      if (actual === null) waiting.reject(new Unsettled(response.getError()?.getMessage() ?? 'no reason given'));
      else waiting.resolve({ actual });
      return;
    }
    const position = success.getPosition();
    waiting.resolve({
      nextExpectedRevision: BigInt(success.getCurrentRevision()),
      ...(position && {
        position: { commit: BigInt(position.getCommitPosition()), prepare: BigInt(position.getPreparePosition()) },
      }),
    });
  }

  private end(error: unknown): void {
    const failure = classify(error);
    const isConnection = failure === 'no answer' || failure === 'not sent';
    this.ended ??= isConnection ? error : new Unsettled((error as Error).message, { cause: error });
    for (const { reject } of this.waiting.values()) reject(isConnection ? error : this.ended);
    this.waiting.clear();
  }
}

function request(
  id: string,
  stream: string,
  expectedRevision: number,
  events: readonly SerialisedEvent[],
): streams.BatchAppendReq {
  const options = new streams.BatchAppendReq.Options().setStreamIdentifier(
    new shared.StreamIdentifier().setStreamName(Buffer.from(stream).toString('base64')),
  );
  if (expectedRevision === NO_STREAM) options.setNoStream(new shared.Empty());
  else options.setStreamPosition(String(expectedRevision));
  const proposed = events.map(({ eventId, type, data, metadata }) => {
    const message = new streams.BatchAppendReq.ProposedMessage()
      .setId(new shared.UUID().setString(eventId))
      .setData(encoder.encode(data))
      .setCustomMetadata(encoder.encode(metadata));
    message.getMetadataMap().set('type', type).set('content-type', 'application/json');
    return message;
  });
  return new streams.BatchAppendReq()
    .setCorrelationId(new shared.UUID().setString(id))
    .setOptions(options)
    .setProposedMessagesList(proposed)
    .setIsFinal(true);
}

/** The stream's actual revision; null if the append was refused for another reason. */
function actualRevision(response: streams.BatchAppendResp): number | null {
  const details = response.getError()?.getDetails();
  if (details?.getTypeName() !== WRONG_VERSION) return null;
  const wrong = details.unpack(shared.WrongExpectedVersion.deserializeBinary, WRONG_VERSION);
  if (wrong?.hasCurrentStreamRevision()) return Number(wrong.getCurrentStreamRevision());
  return wrong?.hasCurrentNoStream() ? NO_STREAM : null;
}

/** A UUID as text, also where the server sends it as two numbers. */
function textOf(uuid: shared.UUID | undefined): string {
  const bits = uuid?.getStructured();
  if (!bits) return uuid?.getString() ?? '';
  const hex = [bits.getMostSignificantBits(), bits.getLeastSignificantBits()]
    .map((half) => BigInt.asUintN(64, BigInt(half)).toString(16).padStart(16, '0'))
    .join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
