import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { makeStatement } from '@perktree/audit-service/statement/make-statement';
import { projectedBalances } from '@perktree/audit-service/statement/opening-balances';
import { projectedStreams } from '@perktree/audit-service/statement/own-streams';
import { fingerprintOf } from '@perktree/audit-service/statement/sealed-lines';
import { siteNames } from '@perktree/audit-service/statement/site-names';
import { statementBrand } from '@perktree/audit-service/statement/statement-brand';
import { statementPdf } from '@perktree/audit-service/statement/statement-pdf';
import type { StatementLanguage } from '@perktree/contracts/http/statements';
import { pictureContent } from '@perktree/identity/pictures/picture-store';
import { auditSigningKey } from '../../parts/configuration/audit-signing-key.ts';
import { writeNamedFile } from '../file-refused.ts';
import { type Action, withStores } from '../session.ts';

/** The files contain earnings of people: only their owner may read them. */
const NEW_AND_PRIVATE = { mode: 0o600, flag: 'wx' };

interface StatementOptions {
  readonly distributor?: string;
  readonly site?: string;
  readonly from: string;
  readonly to: string;
  readonly out: string;
  readonly pdf?: string;
  readonly language: StatementLanguage;
}

export const statement: Action<StatementOptions> = (session, options) => {
  const { from, to, language } = options;
  if (from >= to) throw new Error('--from is not before --to.');
  const asked = { about: subjectOf(options), from, to };
  const file = resolve(session.folder, options.out);
  const pdf = options.pdf === undefined ? null : resolve(session.folder, options.pdf);
  if (file === pdf) throw new Error('--out and --pdf name the same file.');
  // Check both first, so that a refused command leaves no file behind.
  for (const path of [file, pdf]) {
    if (path === null) continue;
    if (existsSync(path)) throw new Error(`${path} already exists. A statement never overwrites another file.`);
    if (!existsSync(dirname(path))) throw new Error(`${dirname(path)} does not exist: create it first.`);
  }
  return withStores(session, async ({ store, pool }) => {
    const key = auditSigningKey(session.configuration);
    const now = new Date(session.now());
    const [openings, ownStreams] = [projectedBalances(pool), projectedStreams(pool)];
    const made = await makeStatement(asked, { store, pool, key, now, openings, ownStreams });
    const brand = await statementBrand(store, made, (hash) => pictureContent(pool, hash));
    const paper = pdf && (await statementPdf(made, await siteNames(pool, made), language, brand));
    writeNamedFile('--out', file, `${JSON.stringify(made, null, 1)}\n`, NEW_AND_PRIVATE);
    if (pdf && paper) writeNamedFile('--pdf', pdf, paper, NEW_AND_PRIVATE);
    const fingerprint = fingerprintOf(made);
    const { entries, events, totals } = made;
    const sums = totals.map(
      ({ siteId, distributorId, sum, currency, paidOut }) =>
        `${siteId} ${distributorId}: ${sum} ${currency}, ${paidOut} paid out`,
    );
    const text = [
      `${file}: ${entries.length} entries on ${events.length} events.`,
      ...(pdf ? [`${pdf}: the same as a PDF.`] : []),
      `Fingerprint: ${fingerprint}`,
      ...sums,
    ].join('\n');
    return { json: { file, pdf, fingerprint, entries: entries.length, events: events.length, totals }, text };
  });
};

function subjectOf({ distributor, site }: StatementOptions) {
  if (distributor !== undefined) return { kind: 'distributor', id: distributor } as const;
  if (site !== undefined) return { kind: 'site', id: site } as const;
  throw new Error('Name a distributor or a site: --distributor ID or --site ID.');
}
