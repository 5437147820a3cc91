/** Codes of Postgres: undefined table, undefined schema. */
const UNDEFINED = new Set(['42P01', '3F000']);

const NO_READ_MODELS =
  'There are no read models yet, and this command needs them. Start the product with the same settings (npm start, or a ' +
  'projector), wait until it is ready, and run the command again.';

/** The message for the operator. */
export function commandFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isUndefined = UNDEFINED.has(String((error as { readonly code?: unknown }).code));
  return isUndefined && error.message.includes('read_models') ? NO_READ_MODELS : error.message;
}
