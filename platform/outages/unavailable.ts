import { Refused } from '@perktree/contracts/kernel/refusals';

/** Errors by name that mean "not now": a store or database that cannot be reached. */
const NAMES = new Set(['StoreUnavailable', 'OutcomeUnknown']);

/**
 * Codes of a database that cannot be reached or is going down: Node's for sockets, Postgres's classes 08 (connection),
 * 53 (out of connections or memory) and 57P (shutting down, starting up), 25006 (a standby that is not promoted yet), and
 * 57014 (the statement took too long).
 */
const CODES =
  /^(ECONN\w+|E(HOST|NET)(DOWN|UNREACH)|EPIPE|ETIMEDOUT|ENOSPC|ENOTFOUND|EAI_AGAIN|08...|25006|53...|57P..|57014)$/;
/** Messages of `pg` errors without a code: a lost connection, or none became free. */
const MESSAGES = /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout)/;

/** Whether an error means that a store or database is unavailable. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof Refused) return error.code === 'UNAVAILABLE' || error.code === 'READ_MODEL_BEHIND';
  const { name, code, message } = (error ?? {}) as Partial<Record<'name' | 'code' | 'message', string>>;
  return NAMES.has(name ?? '') || CODES.test(code ?? '') || MESSAGES.test(message ?? '');
}
