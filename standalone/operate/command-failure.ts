/** Codes of Postgres: no such table, no such schema. */
const MISSING = new Set(['42P01', '3F000']);

const NO_READ_MODELS =
  'There are no read models yet, and this command needs them. Start the product with the same settings (npm start, or a ' +
  'projector), wait until it is ready, and run the command again.';

/** What a person is told of a command that failed. */
export function commandFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isMissing = MISSING.has(String((error as { readonly code?: unknown }).code));
  return isMissing && error.message.includes('read_models') ? NO_READ_MODELS : error.message;
}
