import { openForOperator } from '../../operate/open-for-operator.ts';
import { createEventsLine } from '../events-line.ts';
import { wholeBackup } from '../read-backup.ts';
import { type Asked, type Outcome, refuseEventStoreDb } from '../run-command.ts';
import { readWords } from '../words.ts';
import { buildReadModels } from './build-read-models.ts';
import { restoreBackup } from './restore-backup.ts';

/** `npm run restore -- --from FILE` */
export async function restoreCommand({ args, configuration, folder, logger }: Asked): Promise<Outcome> {
  const { file } = readWords('from', args, folder);
  refuseEventStoreDb(configuration);
  // Before a database is made for it.
  const { createdAt } = (await wholeBackup(file)).header;
  const opened = await openForOperator(configuration, logger);
  const line = createEventsLine('restoring');
  try {
    const end = await restoreBackup({ pool: opened.pool, file, onEvents: line.show });
    line.end();
    const readModels = await buildReadModels({ ...opened, logger });
    const different = readModels.filter(({ identical }) => !identical).map(({ name }) => name);
    const rows = end.tables.reduce((sum, table) => sum + table.rows, 0);
    const text = [
      `Restored what was there on ${createdAt}: ${end.events} events and ${rows} rows of accounts.`,
      `chain: ${end.chain}, the same as in the back-up.`,
      different.length === 0
        ? `${readModels.length} read models were made from the events, and are what another replay gives.`
        : `Read models that another replay gives DIFFERENTLY: ${different.join(', ')}.`,
    ].join('\n');
    return { json: { file, createdAt, ...end, readModels }, text, bad: different.length > 0 };
  } finally {
    line.end();
    await opened.close();
  }
}
