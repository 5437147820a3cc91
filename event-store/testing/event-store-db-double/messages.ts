import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { Metadata, type ServiceError, status } from '@grpc/grpc-js';
import type { AppendOutcome, Expected, LoggedEvent, NewLoggedEvent } from './event-log.ts';

/** Converts between protocol messages and the double's memory. */

export const nameOf = (identifier: shared.StreamIdentifier | undefined) =>
  Buffer.from(identifier?.getStreamName_asU8() ?? []).toString('utf8');

export function expectedOf(options: streams.AppendReq.Options): Expected {
  if (options.hasNoStream()) return 'no stream';
  if (options.hasStreamExists()) return 'stream exists';
  return options.hasAny() ? 'any' : Number(options.getRevision());
}

export function eventOf(
  message: streams.AppendReq.ProposedMessage | streams.BatchAppendReq.ProposedMessage,
): NewLoggedEvent {
  return {
    id: message.getId()?.getString() ?? '',
    type: message.getMetadataMap().get('type') ?? '',
    contentType: message.getMetadataMap().get('content-type') ?? '',
    data: message.getData_asU8(),
    metadata: message.getCustomMetadata_asU8(),
  };
}

/** An append that was executed, had been executed before, or has a revision conflict. */
export type Settled = Exclude<AppendOutcome, { kind: 'deleted' }>;

export function appendAnswer(outcome: Settled, expected: Expected, withPosition: boolean): streams.AppendResp {
  const answer = new streams.AppendResp();
  if (outcome.kind === 'wrong expected version') {
    const wrong = new streams.AppendResp.WrongExpectedVersion();
    if (outcome.actual < 0) wrong.setCurrentNoStream(new shared.Empty());
    else wrong.setCurrentRevision(String(outcome.actual));
    if (expected === 'no stream') wrong.setExpectedNoStream(new shared.Empty());
    else wrong.setExpectedRevision(String(expected));
    return answer.setWrongExpectedVersion(wrong);
  }
  const success = new streams.AppendResp.Success().setCurrentRevision(String(outcome.revision));
  if (withPosition) {
    const position = new streams.AppendResp.Position();
    position.setCommitPosition(outcome.position.toString());
    position.setPreparePosition(outcome.position.toString());
    success.setPosition(position);
  } else {
    success.setNoPosition(new shared.Empty());
  }
  return answer.setSuccess(success);
}

export function eventAnswer(event: LoggedEvent): streams.ReadResp {
  const recorded = new streams.ReadResp.ReadEvent.RecordedEvent();
  recorded.setId(new shared.UUID().setString(event.id));
  recorded.setStreamIdentifier(
    new shared.StreamIdentifier().setStreamName(Buffer.from(event.stream).toString('base64')),
  );
  recorded.setStreamRevision(String(event.revision));
  recorded.setCommitPosition(event.position.toString());
  recorded.setPreparePosition(event.position.toString());
  recorded.getMetadataMap().set('type', event.type);
  recorded.getMetadataMap().set('content-type', event.contentType);
  recorded.getMetadataMap().set('created', '638000000000000000');
  recorded.setData(event.data);
  recorded.setCustomMetadata(event.metadata);
  const read = new streams.ReadResp.ReadEvent().setEvent(recorded).setCommitPosition(event.position.toString());
  return new streams.ReadResp().setEvent(read);
}

export function failure(
  code: status,
  details: string,
  trailers: Readonly<Record<string, string>> = {},
): Partial<ServiceError> {
  const metadata = new Metadata();
  for (const [name, value] of Object.entries(trailers)) metadata.set(name, value);
  return { code, details, metadata };
}

/** Why a server does not answer with the outcome of an append. */
export type Refusal =
  | { readonly kind: 'not ready' | 'timed out' }
  | { readonly kind: 'deleted'; readonly stream: string }
  | { readonly kind: 'too large'; readonly max: number };

/** Answers a single call. */
export function refusalOf(why: Refusal): Partial<ServiceError> {
  if (why.kind === 'deleted') return streamDeleted(why.stream);
  if (why.kind === 'too large') return tooLarge(why.max);
  if (why.kind === 'timed out') return failure(status.ABORTED, 'Operation timed out: Commit phase timeout.');
  return failure(status.UNAVAILABLE, 'Server Is Not Ready');
}

export const streamDeleted = (stream: string) =>
  failure(status.FAILED_PRECONDITION, `Event stream '${stream}' is deleted.`, {
    ...{ exception: 'stream-deleted', 'stream-name': stream },
  });

export const notLeader = ({ address, port }: { address: string; port: number }) =>
  failure(status.NOT_FOUND, 'Leader info available', {
    ...{ exception: 'not-leader', 'leader-endpoint-host': address, 'leader-endpoint-port': String(port) },
  });

const tooLarge = (max: number) =>
  failure(status.INVALID_ARGUMENT, `Maximum Append Size of ${max} Exceeded.`, {
    ...{ exception: 'maximum-append-size-exceeded', 'maximum-append-size': String(max) },
  });
