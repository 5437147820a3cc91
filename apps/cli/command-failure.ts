import { fileFailure } from '@perktree/platform/process/file-failure';

/** Codes of Postgres: undefined table, undefined schema. */
const UNDEFINED = new Set(['42P01', '3F000']);

const NO_READ_MODELS =
  'There are no read models yet, and this command needs them. Start the product with the same settings (npm start, or a ' +
  'projector), wait until it is ready, and run the command again.';

/** The message for the operator. @param dataDir absolute */
export function commandFailure(error: unknown, dataDir: string): string {
  if (!(error instanceof Error)) return String(error);
  const { path, syscall } = error as NodeJS.ErrnoException;
  // Missing folders above it are created first.
  const isOfData =
    path !== undefined && (path.startsWith(dataDir) || (syscall === 'mkdir' && dataDir.startsWith(path)));
  const sentence = isOfData ? fileFailure(error, 'set DATA_DIR to another folder') : null;
  if (sentence !== null) return sentence;
  const isUndefined = UNDEFINED.has(String((error as { readonly code?: unknown }).code));
  return isUndefined && error.message.includes('read_models') ? NO_READ_MODELS : error.message;
}
