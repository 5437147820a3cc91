import { writeFileSync } from 'node:fs';
import { makeStatement } from '@perktree/audit-service/statement/make-statement';
import { projectedBalances } from '@perktree/audit-service/statement/opening-balances';
import { fingerprintOf } from '@perktree/audit-service/statement/sealed-lines';
import { siteNames } from '@perktree/audit-service/statement/site-names';
import { statementPdf } from '@perktree/audit-service/statement/statement-pdf';
import { auditSigningKey } from '../audit-signing-key.ts';
import type { Asked, Outcome } from '../backup/run-command.ts';
import { openChainStores } from '../chain/chain-stores.ts';
import { readWords } from './words.ts';

/** Names who earned what: for its owner alone. */
const OWNER_ALONE = 0o600;

/** `npm run statement -- …` */
export async function statementCommand({ args, configuration, folder, logger }: Asked): Promise<Outcome> {
  const { asked, file, pdf, language } = readWords(args, folder);
  const { store, pool, close } = await openChainStores(configuration, logger);
  try {
    const key = auditSigningKey(configuration);
    const statement = await makeStatement(asked, {
      store,
      pool,
      key,
      now: new Date(),
      openings: projectedBalances(pool),
    });
    const paper = pdf && (await statementPdf(statement, await siteNames(pool, statement), language));
    writeFileSync(file, `${JSON.stringify(statement, null, 1)}\n`, { mode: OWNER_ALONE, flag: 'wx' });
    if (pdf && paper) writeFileSync(pdf, paper, { mode: OWNER_ALONE, flag: 'wx' });
    const fingerprint = fingerprintOf(statement);
    const { entries, events, totals } = statement;
    const sums = totals.map(
      ({ siteId, distributorId, sum, currency, paidOut }) =>
        `${siteId} ${distributorId}: ${sum} ${currency}, ${paidOut} paid out`,
    );
    const text = [
      `${file}: ${entries.length} entries on ${events.length} events.`,
      ...(pdf ? [`${pdf}: the same on paper.`] : []),
      `Fingerprint: ${fingerprint}`,
      ...sums,
    ].join('\n');
    return { json: { file, pdf, fingerprint, entries: entries.length, events: events.length, totals }, text };
  } finally {
    await close();
  }
}
