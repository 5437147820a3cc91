import { resolve } from 'node:path';
import type { Configuration } from '../../parts/configuration/configuration.ts';
import { createProgressLine } from '../progress-line.ts';
import { type Action, withStores } from '../session.ts';
import { BackupRefused } from './backup-refused.ts';
import { makeBackup } from './make-backup.ts';

export const backup: Action<{ readonly to: string }> = async (session, { to }) => {
  refuseEventStoreDb(session.configuration);
  const file = resolve(session.folder, to);
  const progress = eventsProgress('backing up');
  const made = await withStores(session, ({ pool }) =>
    makeBackup({ pool, file, now: new Date(session.now()), onEvents: progress.show }),
  ).finally(progress.end);
  const rows = made.tables.reduce((sum, table) => sum + table.rows, 0);
  const text = [
    `${made.file}: ${made.events} events and ${rows} rows of accounts, in ${made.bytes} bytes.`,
    `chain: ${made.chain}`,
    `sha256: ${made.sha256}`,
    'Not included: the files session-secret and audit-signing-key of DATA_DIR, and your settings. Keep them elsewhere.',
  ].join('\n');
  return { json: made, text };
};

export const eventsProgress = (task: string) =>
  createProgressLine((done: number, all: number) => `${task}: ${done} of ${all} events`);

/** @throws BackupRefused if the events are in EventStoreDB, which has its own backup */
export function refuseEventStoreDb({ eventStoreUrl }: Configuration): void {
  if (eventStoreUrl === null) return;
  throw new BackupRefused(
    'EVENT_STORE_URL is set: back up EventStoreDB by backup-event-store, and Postgres by pg_dump (docs/how-to/operate.md).',
  );
}
