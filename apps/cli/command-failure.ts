import { fileFailure } from '@perktree/platform/process/file-failure';

/** Codes of Postgres: undefined table, undefined schema. */
const UNDEFINED = new Set(['42P01', '3F000']);
/** Undefined column, undefined function. */
const OF_OTHER_VERSION = new Set(['42703', '42883']);

const OTHER_VERSION =
  'The tables are of another version of PerkTree than this command. Run the command of the version that runs, or upgrade ' +
  'the product: stop it, start this version, wait until it is ready, and run the command again.';

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
  const code = String((error as { readonly code?: unknown }).code);
  if (OF_OTHER_VERSION.has(code)) return OTHER_VERSION;
  const isUndefined = UNDEFINED.has(code);
  return isUndefined && error.message.includes('read_models') ? NO_READ_MODELS : error.message;
}
