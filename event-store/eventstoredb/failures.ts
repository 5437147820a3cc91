import {
  AccessDeniedError,
  isCommandError,
  MaxAppendSizeExceededError,
  NotLeaderError,
  StreamDeletedError,
} from '@eventstore/db-client';
import { HistoryChanged, StoreUnavailable } from '../port.ts';

/** Whether a failed call took effect: known or unknown. */
export type Failure =
  /** It did not reach a server. */
  | 'not sent'
  /** The connection ended, or no answer came: it may have happened. */
  | 'no answer'
  /** It may have happened, and the connection still works. */
  | 'unsettled'
  /** Another server leads; the client's next call goes there. */
  | 'not leader'
  /** The server refused it, and would do so again. */
  | 'refused';

/** Our own time limit for a call, because the client does not enforce its deadline everywhere. */
export class TimedOut extends Error {
  override readonly name = 'TimedOut';
}

/** The shared append call gave no outcome. Sending the append again by a separate call gives one. */
export class Unsettled extends Error {
  override readonly name = 'Unsettled';
}

/** Not sent, because it has waited for too long. */
export class TooLate extends Error {
  override readonly name = 'TooLate';
}

/** Status codes of gRPC. */
const CODES = { cancelled: 1, unknown: 2, deadlineExceeded: 4, aborted: 10, internal: 13, unavailable: 14 };
const MAYBE_DONE = new Set(Object.values(CODES));

/** Errors of the client before it has sent anything, and of a server that is not ready to accept calls. */
const NOT_SENT =
  /No connection established|Name resolution failed|Failed to discover|Failed to connect before|Server Is Not Ready|Server Is Too Busy|No leader info available|Channel has been shut down|Channel closed before call started/i;

export function classify(error: unknown): Failure {
  if (error instanceof TimedOut) return 'no answer';
  if (error instanceof Unsettled) return 'unsettled';
  if (error instanceof NotLeaderError) return 'not leader';
  if (error instanceof HistoryChanged || error instanceof TooLate) return 'refused';
  const { code } = error as { code?: unknown };
  if (NOT_SENT.test(messageOf(error))) return 'not sent';
  // An explicit error, and every code not listed here, means that the server has decided.
  if (error instanceof Error && isCommandError(error) && typeof code !== 'number') return 'refused';
  if (error instanceof TypeError || error instanceof RangeError) return 'refused';
  if (typeof code !== 'number' || MAYBE_DONE.has(code)) return isInvalidPosition(error) ? 'refused' : 'no answer';
  return 'refused';
}

/** For a position without an event, servers such as 23.10 answer `UNKNOWN` with the exception of their reader. */
export function isInvalidPosition(error: unknown): boolean {
  return /invalid position|InvalidReadException|ReadAllResult|Exception was thrown by handler/i.test(messageOf(error));
}

export function unavailable(error: unknown): StoreUnavailable {
  return new StoreUnavailable(`The event store cannot be reached: ${messageOf(error)}`, { cause: error });
}

/** Converts a server's refusal to an error of the port. */
export function refusal(stream: string, error: unknown): unknown {
  if (error instanceof StreamDeletedError) {
    return new HistoryIncomplete(`${stream} was deleted for good in the event store`, { cause: error });
  }
  if (error instanceof MaxAppendSizeExceededError) {
    const limit = `the server takes at most ${error.maxAppendSize} bytes in one append`;
    return new RangeError(`${stream}: too much at once; ${limit}`, { cause: error });
  }
  if (error instanceof AccessDeniedError) {
    return new StoreUnavailable('The event store refuses the user of this connection', { cause: error });
  }
  return error;
}

/** A stream was deleted or truncated in the event store, so commands must not decide on the remaining events. */
export class HistoryIncomplete extends Error {
  override readonly name = 'HistoryIncomplete';
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
