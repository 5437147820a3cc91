/** SQLSTATE of Postgres and Node's code for a disk without space. */
const CODES: ReadonlySet<unknown> = new Set(['53100', 'ENOSPC']);

/** Whether an error or its cause means a full disk. */
export function isDiskFull(error: unknown): boolean {
  const { code, cause } = (error ?? {}) as { readonly code?: unknown; readonly cause?: unknown };
  return CODES.has(code) || (cause !== undefined && isDiskFull(cause));
}
