import { resolve } from 'node:path';
import { inTransaction } from '@perktree/platform/postgres/transaction';
import { erasedIdsIn } from '../../../parts/erased-accounts.ts';
import { readNamedFile } from '../../file-refused.ts';
import { type Action, withStores } from '../../session.ts';
import { fillReadModels } from './build-read-models.ts';
import { cleanRestored, stopSitesWithoutOwner } from './clean-restored.ts';

/** To run after a restore with the operator's own database tools. */
export const afterRestore: Action<object> = (session, _, [file]) =>
  withStores(session, async (stores) => {
    const erasedSince = file === undefined ? [] : erasedIdsIn(readNamedFile(resolve(session.folder, file)), file);
    // The sites of erased owners are looked up in a read model, and a dump may lack the read models.
    await fillReadModels(stores);
    const head = await stores.store.head();
    // Commit after stopping the sites, so that a failure erases nothing and the command can be repeated.
    const { erased } = await inTransaction(stores.pool, async (client) => {
      const cleaned = await cleanRestored(client, erasedSince);
      // A dump made after the copy of the events is ahead of them: messages up to there would never be sent.
      await client.query('UPDATE webhooks.endpoints SET position = least(position, $1)', [head]);
      await stopSitesWithoutOwner(stores, client);
      return cleaned;
    });
    const text = `All sessions have ended. Accounts erased again: ${erased.length}.`;
    return { json: { erasedAgain: erased.length }, text };
  });
