import shared from '@eventstore/db-client/generated/shared_pb.js';
import rpc from '@eventstore/db-client/generated/status_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { status } from '@grpc/grpc-js';
import any from 'google-protobuf/google/protobuf/any_pb.js';
import empty from 'google-protobuf/google/protobuf/empty_pb.js';
import type { Expected } from './event-log.ts';
import type { Refusal, Settled } from './messages.ts';

/** The messages of appends on a call that stays open. */

export function batchExpectedOf(options: streams.BatchAppendReq.Options): Expected {
  if (options.hasNoStream()) return 'no stream';
  if (options.hasStreamExists()) return 'stream exists';
  return options.hasAny() ? 'any' : Number(options.getStreamPosition());
}

export function batchAnswer(
  request: streams.BatchAppendReq,
  outcome: Settled,
  withPosition: boolean,
): streams.BatchAppendResp {
  const answer = answerTo(request);
  if (outcome.kind === 'wrong expected version') {
    const wrong = new shared.WrongExpectedVersion();
    if (outcome.actual < 0) wrong.setCurrentNoStream(new empty.Empty());
    else wrong.setCurrentStreamRevision(String(outcome.actual));
    const said = { message: 'WrongExpectedVersion', code: status.ALREADY_EXISTS };
    return answer.setError(errorOf(wrong, 'event_store.client.WrongExpectedVersion', said));
  }
  const success = new streams.BatchAppendResp.Success().setCurrentRevision(String(outcome.revision));
  if (withPosition) {
    const position = outcome.position.toString();
    success.setPosition(new shared.AllStreamPosition().setCommitPosition(position).setPreparePosition(position));
  } else {
    success.setNoPosition(new empty.Empty());
  }
  return answer.setSuccess(success);
}

/** A server's error instead of an outcome, with the details that identify it. */
export function batchFailure(request: streams.BatchAppendReq, why: Refusal): streams.BatchAppendResp {
  return answerTo(request).setError(errorFor(why));
}

function errorFor(why: Refusal): rpc.Status {
  switch (why.kind) {
    case 'not ready':
      // Without a code.
      return errorOf(new empty.Empty(), 'google.protobuf.Empty', { message: 'Server Is Not Ready' });
    case 'timed out':
      return errorOf(new shared.Timeout(), 'event_store.client.Timeout', {
        ...{ message: 'Timeout', code: status.DEADLINE_EXCEEDED },
      });
    case 'deleted': {
      const name = Buffer.from(why.stream).toString('base64');
      const deleted = new shared.StreamDeleted().setStreamIdentifier(new shared.StreamIdentifier().setStreamName(name));
      return errorOf(deleted, 'event_store.client.StreamDeleted', {
        ...{ message: 'StreamDeleted', code: status.NOT_FOUND },
      });
    }
    case 'too large':
      return errorOf(
        new shared.MaximumAppendSizeExceeded().setMaxappendsize(why.max),
        'event_store.client.MaximumAppendSizeExceeded',
        { message: 'MaximumAppendSizeExceeded', code: status.INVALID_ARGUMENT },
      );
  }
}

/** A server writes every id as two numbers, in whatever form it was sent. */
function answerTo(request: streams.BatchAppendReq): streams.BatchAppendResp {
  const hex = (request.getCorrelationId()?.getString() ?? '').replaceAll('-', '');
  const half = (from: number) => BigInt.asIntN(64, BigInt(`0x${hex.slice(from, from + 16)}`)).toString();
  const id = new shared.UUID.Structured().setMostSignificantBits(half(0)).setLeastSignificantBits(half(16));
  return new streams.BatchAppendResp().setCorrelationId(new shared.UUID().setStructured(id));
}

function errorOf(
  details: { serializeBinary(): Uint8Array },
  typeName: string,
  said: { readonly message: string; readonly code?: status },
): rpc.Status {
  const packed = new any.Any();
  packed.pack(details.serializeBinary(), typeName);
  const error = new rpc.Status().setDetails(packed).setMessage(said.message);
  return said.code === undefined ? error : error.setCode(said.code as never);
}
