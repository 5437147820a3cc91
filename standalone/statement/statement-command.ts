import { writeFileSync } from 'node:fs';
import { makeStatement } from '@perktree/audit-service/statement/make-statement';
import { auditSigningKey } from '../audit-signing-key.ts';
import type { Asked, Outcome } from '../backup/run-command.ts';
import { openChainStores } from '../chain/chain-stores.ts';
import { readWords } from './words.ts';

/** Names who earned what: for its owner alone. */
const OWNER_ALONE = 0o600;

/** `npm run statement -- …` */
export async function statementCommand({ args, configuration, folder, logger }: Asked): Promise<Outcome> {
  const { asked, file } = readWords(args, folder);
  const { store, pool, close } = await openChainStores(configuration, logger);
  try {
    const key = auditSigningKey(configuration);
    const statement = await makeStatement(asked, { store, pool, key, now: new Date() });
    writeFileSync(file, `${JSON.stringify(statement, null, 1)}\n`, { mode: OWNER_ALONE, flag: 'wx' });
    const { entries, events, totals } = statement;
    const sums = totals.map(
      ({ siteId, distributorId, sum, currency, paidOut }) =>
        `${siteId} ${distributorId}: ${sum} ${currency}, ${paidOut} paid out`,
    );
    const text = [`${file}: ${entries.length} entries on ${events.length} events.`, ...sums].join('\n');
    return { json: { file, entries: entries.length, events: events.length, totals }, text };
  } finally {
    await close();
  }
}
