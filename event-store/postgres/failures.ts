import { isDiskFull } from '@perktree/platform/postgres/disk-full';
import { StoreUnavailable } from '../port.ts';

/** Whether a failed statement took effect: known or unknown. */
export type Failure =
  /** The connection ended, or no answer came: it may have happened. */
  | 'no answer'
  /** The server refused or rolled it back; a retry may succeed. */
  | 'try again'
  /** The server refused it, and would do so again. */
  | 'refused';

/** Serialization failure, deadlock, cancelled statement, lock timeout, a standby that is not promoted yet. */
const PASSING = new Set(['40001', '40P01', '57014', '55P03', '25006']);

export function classify(error: unknown): Failure {
  const code = (error as { code?: unknown }).code;
  // Server errors have a SQLSTATE, network errors a name such as ECONNRESET or EPIPE, client timeouts no code.
  if (typeof code !== 'string' || !/^(?=.*\d)[0-9A-Z]{5}$/.test(code)) return 'no answer';
  // 57P01 to 57P05: the server ends this session, perhaps just after the commit. 08: broken protocol.
  if (code.startsWith('57P') || code.startsWith('08')) return 'no answer';
  // 53: no memory, disk or connections.
  if (PASSING.has(code) || code.startsWith('53')) return 'try again';
  return 'refused';
}

export function unavailable(error: unknown): StoreUnavailable {
  const what = isDiskFull(error)
    ? "The disk of the event store's database is full"
    : 'The event store cannot be reached';
  return new StoreUnavailable(`${what}: ${(error as Error).message}`, { cause: error });
}
