import { RunningChain } from '@perktree/audit-service/chain/running-chain';
import { OrderedAppender } from '@perktree/event-store/migrate-events/ordered-appender';
import { appendWithin } from '@perktree/event-store/postgres/append-in-order';
import type { Cleaned } from '@perktree/identity/restored-accounts';
import { inTransaction } from '@perktree/platform/postgres/transaction';
import type { ClientBase, Pool } from 'pg';
import { BackupRefused } from '../backup-refused.ts';
import { migrationsThatRan, SAME_TEXT_EVERYWHERE } from '../contents.ts';
import type { End, Header } from '../format.ts';
import { readBackup } from '../read-backup.ts';
import { storedEvents } from '../stored-events.ts';
import { cleanRestored } from './clean-restored.ts';
import { refuseUnlessEmpty } from './empty-store.ts';
import { RestoredRows } from './restored-rows.ts';

/**
 * Fills an empty, migrated database in one transaction. Before the commit it reads the events back and compares their chain
 * with the file's.
 * @throws BackupRefused if the file is incomplete or the database is not empty
 */
export async function restoreBackup(options: {
  readonly pool: Pool;
  readonly file: string;
  /** Ids of accounts that were erased after the backup. */
  readonly erasedSince: readonly string[];
  readonly onEvents?: (done: number, all: number) => void;
}): Promise<{ readonly end: End; readonly cleaned: Cleaned }> {
  return inTransaction(options.pool, async (client) => {
    await client.query(SAME_TEXT_EVERYWHERE);
    await refuseUnlessEmpty(client);
    const end = await restoreWithin(client, options);
    return { end, cleaned: await cleanRestored(client, options.erasedSince) };
  });
}

async function restoreWithin(
  client: ClientBase,
  { file, onEvents = () => {} }: Pick<Parameters<typeof restoreBackup>[0], 'file' | 'onEvents'>,
): Promise<End> {
  let all = 0;
  let done = 0;
  const appender = new OrderedAppender(appendWithin(client), (count) => {
    done += count;
    onEvents(done, all);
  });
  const rows = new RestoredRows(client, file);
  for await (const piece of readBackup(file)) {
    switch (piece.kind) {
      case 'header':
        all = piece.header.events;
        await refuseUnlessKnown(client, file, piece.header);
        break;
      case 'event':
        await appender.add(piece.event);
        break;
      case 'table':
        await appender.flush();
        await rows.begin(piece.table);
        break;
      case 'row':
        await rows.add(piece.row);
        break;
      case 'end':
        await appender.flush();
        await rows.flush();
        await assertRestored(client, piece.end);
        return piece.end;
    }
  }
  throw new BackupRefused(`${file} is cut off: its end is missing.`);
}

async function refuseUnlessKnown(client: ClientBase, file: string, { migrations }: Header): Promise<void> {
  const known = await migrationsThatRan(client);
  for (const [table, names] of Object.entries(migrations)) {
    const unknown = names.find((name) => !known[table]?.includes(name));
    if (unknown === undefined) continue;
    throw new BackupRefused(
      `${file} was made by a newer version of PerkTree (${table} has ${unknown}, which this one does not know). Restore it with that version, or a later one.`,
    );
  }
}

async function assertRestored(client: ClientBase, end: End): Promise<void> {
  const chain = new RunningChain();
  for await (const event of storedEvents(client)) chain.add(event);
  if (chain.events === end.events && chain.head === end.chain) return;
  throw new Error(
    `What was restored is ${chain.events} events that chain to ${chain.head}, not ${end.events} that chain to ${end.chain}; nothing was kept.`,
  );
}
