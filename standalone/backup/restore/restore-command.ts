import { readFile } from 'node:fs/promises';
import { ErasedAccountsFile, erasedIdsIn } from '../../erased-accounts.ts';
import { openForOperator } from '../../operate/open-for-operator.ts';
import { createEventsLine } from '../events-line.ts';
import { wholeBackup } from '../read-backup.ts';
import { type Asked, type Outcome, refuseEventStoreDb } from '../run-command.ts';
import { readWords } from '../words.ts';
import { buildReadModels } from './build-read-models.ts';
import { stopSitesWithoutOwner } from './clean-restored.ts';
import { restoreBackup } from './restore-backup.ts';

/** `npm run restore -- --from FILE` */
export async function restoreCommand({ args, configuration, folder, logger }: Asked): Promise<Outcome> {
  const { file, erased } = readWords('from', args, folder);
  refuseEventStoreDb(configuration);
  // Before a database is made for it.
  const { createdAt } = (await wholeBackup(file)).header;
  const erasedSince = [
    ...new ErasedAccountsFile(configuration.dataDir).read(),
    ...(erased === null ? [] : erasedIdsIn(await readFile(erased, 'utf8'), erased)),
  ];
  const opened = await openForOperator(configuration, logger);
  const line = createEventsLine('restoring');
  try {
    const { end, cleaned } = await restoreBackup({ pool: opened.pool, file, erasedSince, onEvents: line.show });
    line.end();
    const readModels = await buildReadModels({ ...opened, logger });
    await stopSitesWithoutOwner(opened, cleaned.tenantIds);
    const different = readModels.filter(({ identical }) => !identical).map(({ name }) => name);
    const rows = end.tables.reduce((sum, table) => sum + table.rows, 0);
    const text = [
      `Restored what was there on ${createdAt}: ${end.events} events and ${rows} rows of accounts.`,
      `chain: ${end.chain}, the same as in the back-up.`,
      different.length === 0
        ? `${readModels.length} read models were made from the events, and are what another replay gives.`
        : `Read models that another replay gives DIFFERENTLY: ${different.join(', ')}.`,
      `Everyone is signed out. Accounts that were erased after the back-up and are erased again: ${cleaned.erased.length}.`,
    ].join('\n');
    return {
      json: { file, createdAt, ...end, erasedAgain: cleaned.erased.length, readModels },
      text,
      bad: different.length > 0,
    };
  } finally {
    line.end();
    await opened.close();
  }
}
