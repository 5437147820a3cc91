import type { FastifyBaseLogger } from 'fastify';
import { ensureReaderRole, mayRead, READER_ROLE, type Readable } from './reader-role.ts';

/** Of Postgres and of poolers before it: the session cannot be begun in this way. Everything else is a server that is away. */
const REFUSED_SESSION = /^(22023|28000|42501|42704|08P01|26000|0A000)$/;

/**
 * The address of the same database whose sessions can only read: as a role that sees what is given and no more where that
 * can be had, and else as the same user, with writes refused. Says once which it is, if it is not the first.
 */
export async function readOnlyConnectionString(options: {
  readonly connectionString: string;
  readonly readable: Readable;
  readonly logger: Pick<FastifyBaseLogger, 'warn'>;
}): Promise<string> {
  const { connectionString, readable, logger } = options;
  await ensureReaderRole(connectionString, readable);
  const asReader = withSettings(connectionString, { role: READER_ROLE, default_transaction_read_only: 'on' });
  if (await begins(asReader, readable)) return asReader;
  const asSameUser = withSettings(connectionString, { default_transaction_read_only: 'on' });
  if (await begins(asSameUser, readable)) {
    logger.warn(
      { role: READER_ROLE },
      'the user of DATABASE_URL may not make or use a role that only reads: its own sessions are set to read only',
    );
    return asSameUser;
  }
  logger.warn('the server of DATABASE_URL takes no session settings: sessions that only read may write, too');
  return connectionString;
}

async function begins(connectionString: string, readable: Readable): Promise<boolean> {
  try {
    return await mayRead(connectionString, readable);
  } catch (error) {
    if (REFUSED_SESSION.test((error as { code?: string }).code ?? '')) return false;
    throw error;
  }
}

/** Settings that hold from the session's first moment, and behind those that the address has already. */
function withSettings(connectionString: string, settings: Readonly<Record<string, string>>): string {
  const url = new URL(connectionString);
  const given = url.searchParams.get('options');
  const added = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  url.searchParams.set('options', [given, ...added].filter(Boolean).join(' '));
  // A connection string has %20 for a space; a form has +.
  return url.href.replaceAll('+', '%20');
}
