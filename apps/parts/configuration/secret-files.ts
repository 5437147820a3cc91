import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** Settings that hold a secret. Each can come from a file instead, which `<name>_FILE` names. */
export const SECRETS = [
  ...(['DATABASE_URL', 'DATABASE_READ_URL', 'DATABASE_PRIMARY_URL', 'EVENT_STORE_URL', 'REDIS_URL'] as const),
  ...(['SESSION_SECRET', 'AUDIT_SIGNING_KEY', 'STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'] as const),
  ...(['OIDC_CLIENT_SECRET', 'SMTP_URL', 'HEAD_WITNESS_URL', 'HEAD_TIME_STAMP_URL'] as const),
];

const FILE = '_FILE';
const BY_FILE: ReadonlyMap<string, string> = new Map(SECRETS.map((name) => [`${name}${FILE}`, name]));

/** The setting that an environment variable sets: `SESSION_SECRET` also for `SESSION_SECRET_FILE`. */
export const settingOf = (variable: string): string => BY_FILE.get(variable) ?? variable;

type GivenEnvironment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the secrets that are in files: `<name>_FILE` is replaced by `<name>`. Line breaks at the end of a file do not count.
 * @returns also a sentence for each setting that is given twice, or whose file is empty or unreadable. No sentence shows a value
 */
export function readSecretFiles(
  environment: GivenEnvironment,
  cwd: string,
): { readonly environment: GivenEnvironment; readonly problems: readonly string[] } {
  const read: Record<string, string | undefined> = { ...environment };
  const problems: string[] = [];
  for (const [variable, name] of BY_FILE) {
    const file = environment[variable];
    delete read[variable];
    if (!file) continue;
    if (environment[name]) problems.push(`${variable} is wrong: ${name} is set, too. Set one of them.`);
    else
      try {
        read[name] = contentOf(resolve(cwd, file));
      } catch (error) {
        problems.push(`${variable} is wrong: it takes the path of a readable file, and this one ${failure(error)}.`);
      }
  }
  return { environment: read, problems };
}

class Empty extends Error {}

function contentOf(file: string): string {
  const content = readFileSync(file, 'utf8').replace(/[\r\n]+$/, '');
  if (content === '') throw new Empty();
  return content;
}

/** Without the path: a secret may be in its place. */
function failure(error: unknown): string {
  if (error instanceof Empty) return 'is empty';
  return `cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown error'})`;
}
