import shared from '@eventstore/db-client/generated/shared_pb.js';
import rpc from '@eventstore/db-client/generated/status_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import type { status } from '@grpc/grpc-js';
import any from 'google-protobuf/google/protobuf/any_pb.js';
import empty from 'google-protobuf/google/protobuf/empty_pb.js';
import type { Expected } from './event-log.ts';
import type { Settled } from './messages.ts';

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
    return answer.setError(errorOf(wrong, 'event_store.client.WrongExpectedVersion'));
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

/** Says no more than that it was not done, or perhaps not: what is wrong, a call of its own is told. */
export function batchFailure(request: streams.BatchAppendReq, code: status): streams.BatchAppendResp {
  const error = errorOf(new shared.Unknown(), 'event_store.client.Unknown');
  return answerTo(request).setError(error.setCode(code as never));
}

/** A server writes ids as two numbers, whichever way they came. */
function answerTo(request: streams.BatchAppendReq): streams.BatchAppendResp {
  const hex = (request.getCorrelationId()?.getString() ?? '').replaceAll('-', '');
  const half = (from: number) => BigInt.asIntN(64, BigInt(`0x${hex.slice(from, from + 16)}`)).toString();
  const id = new shared.UUID.Structured().setMostSignificantBits(half(0)).setLeastSignificantBits(half(16));
  return new streams.BatchAppendResp().setCorrelationId(new shared.UUID().setStructured(id));
}

function errorOf(details: { serializeBinary(): Uint8Array }, typeName: string): rpc.Status {
  const packed = new any.Any();
  packed.pack(details.serializeBinary(), typeName);
  return new rpc.Status().setDetails(packed);
}
