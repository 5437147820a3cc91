import { resolve } from 'node:path';
import { ErasedAccountsFile, erasedIdsIn } from '../../../parts/erased-accounts.ts';
import { readNamedFile } from '../../file-refused.ts';
import { type Action, withStores } from '../../session.ts';
import { eventsProgress, refuseEventStoreDb } from '../backup.ts';
import { wholeBackup } from '../read-backup.ts';
import { buildReadModels } from './build-read-models.ts';
import { stopSitesWithoutOwner } from './clean-restored.ts';
import { restoreBackup } from './restore-backup.ts';

interface RestoreOptions {
  readonly from: string;
  /** A file with ids of accounts. */
  readonly erased?: string;
}

export const restore: Action<RestoreOptions> = async (session, { from, erased }) => {
  const { configuration, folder } = session;
  refuseEventStoreDb(configuration);
  const file = resolve(folder, from);
  // Check the file before a database is created for it.
  const { createdAt } = (await wholeBackup(file)).header;
  const erasedSince = [
    ...new ErasedAccountsFile(configuration.dataDir).read(),
    ...(erased === undefined ? [] : erasedIdsIn(readNamedFile(resolve(folder, erased)), erased)),
  ];
  return withStores(session, async (stores) => {
    const progress = eventsProgress('restoring');
    const { end, cleaned } = await restoreBackup({
      pool: stores.pool,
      file,
      erasedSince,
      onEvents: progress.show,
    }).finally(progress.end);
    const readModels = await buildReadModels(stores);
    await stopSitesWithoutOwner(stores, stores.pool);
    const different = readModels.filter(({ identical }) => !identical).map(({ name }) => name);
    const rows = end.tables.reduce((sum, table) => sum + table.rows, 0);
    const text = [
      `Restored the state of ${createdAt}: ${end.events} events and ${rows} rows of accounts.`,
      `chain: ${end.chain}, the same as in the backup.`,
      different.length === 0
        ? `${readModels.length} read models were built from the events and are identical to a second replay.`
        : `Read models that DIFFER from a second replay: ${different.join(', ')}.`,
      `All sessions have ended. Accounts erased again, because they were erased after the backup: ${cleaned.erased.length}.`,
    ].join('\n');
    return {
      json: { file, createdAt, ...end, erasedAgain: cleaned.erased.length, readModels },
      text,
      differs: different.length > 0,
    };
  });
};
