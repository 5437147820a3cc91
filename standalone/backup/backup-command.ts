import { openForOperator } from '../operate/open-for-operator.ts';
import { createEventsLine } from './events-line.ts';
import { makeBackup } from './make-backup.ts';
import { type Asked, type Outcome, refuseEventStoreDb } from './run-command.ts';
import { readWords } from './words.ts';

/** `npm run backup -- --to FILE` */
export async function backupCommand({ args, configuration, folder, logger }: Asked): Promise<Outcome> {
  const { file } = readWords('to', args, folder);
  refuseEventStoreDb(configuration);
  const opened = await openForOperator(configuration, logger);
  const line = createEventsLine('backing up');
  try {
    const made = await makeBackup({ pool: opened.pool, file, now: new Date(), onEvents: line.show });
    const rows = made.tables.reduce((sum, table) => sum + table.rows, 0);
    const text = [
      `${made.file}: ${made.events} events and ${rows} rows of accounts, in ${made.bytes} bytes.`,
      `chain: ${made.chain}`,
      `sha256: ${made.sha256}`,
      'Not in it: the files session-secret and audit-signing-key of DATA_DIR, and your settings. Keep them elsewhere.',
    ].join('\n');
    return { json: made, text };
  } finally {
    line.end();
    await opened.close();
  }
}
