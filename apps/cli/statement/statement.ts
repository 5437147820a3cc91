import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { makeStatement } from '@perktree/audit-service/statement/make-statement';
import { projectedBalances } from '@perktree/audit-service/statement/opening-balances';
import { projectedStreams } from '@perktree/audit-service/statement/own-streams';
import { fingerprintOf } from '@perktree/audit-service/statement/seal';
import type { MadeStatement, StatementFile } from '@perktree/audit-service/statement/statement';
import { siteNames, statementBrand } from '@perktree/audit-service/statement/statement-brand';
import { statementPdf } from '@perktree/audit-service/statement/statement-pdf';
import { streams } from '@perktree/contracts/catalogue/events';
import type { Language } from '@perktree/contracts/kernel/languages';
import { personName } from '@perktree/contracts/kernel/person-name';
import { canonicalJson, parseStrict, StrictJsonError } from '@perktree/contracts/kernel/strict-json';
import { contactsById } from '@perktree/identity/accounts';
import { createNotes } from '@perktree/identity/notes';
import { pictureContent } from '@perktree/identity/pictures/picture-store';
import type { Pool } from 'pg';
import { auditSigningKey } from '../../parts/configuration/audit-signing-key.ts';
import { contentOfNamedFile, writeNamedFile } from '../file-refused.ts';
import type { Opened } from '../open-for-operator.ts';
import { type Action, withStores } from '../session.ts';

/** The files contain earnings of people: only their owner may read them. */
const NEW_AND_PRIVATE = { mode: 0o600, flag: 'wx' };

interface StatementOptions {
  readonly distributor?: string;
  readonly site?: string;
  readonly from: string;
  readonly to: string;
  readonly out: string;
  readonly after?: string;
  readonly pdf?: string;
  readonly language: Language;
}

export const statement: Action<StatementOptions> = (session, options) => {
  const { from, to, language } = options;
  if (from >= to) throw new Error('--from is not before --to.');
  if (Date.parse(from) > session.now()) throw new Error('--from is in the future.');
  const before = options.after === undefined ? null : predecessorIn(resolve(session.folder, options.after));
  const asked = { about: subjectOf(options), from, to, predecessor: before && fingerprintOf(before) };
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
    await refuseUnknown({ store, pool }, asked.about);
    const key = auditSigningKey(session.configuration);
    const now = new Date(session.now());
    const [openings, ownStreams] = [projectedBalances(pool), projectedStreams(pool)];
    const texts = createNotes(pool);
    const made = await makeStatement(asked, { store, pool, key, now, openings, ownStreams, texts });
    if (before) assertJoined(before, made.file);
    const brand = await statementBrand(store, made.file, (hash) => pictureContent(pool, hash));
    const paper = pdf && (await statementPdf(made, await namesIn(pool, made.statement, language), language, brand));
    const json = `${canonicalJson(made.file)}\n`;
    writeNamedFile('--out', file, file.endsWith('.gz') ? gzipSync(json) : json, NEW_AND_PRIVATE);
    if (pdf && paper) writeNamedFile('--pdf', pdf, paper, NEW_AND_PRIVATE);
    const { entries, fingerprint } = made;
    const { events, totals, until } = made.statement;
    const sums = totals.map(
      ({ siteId, distributorId, sum, currency, paidOut, writtenOff, closing }) =>
        `${siteId} ${distributorId}: ${sum} ${currency}, ${paidOut} paid out, ${writtenOff} written off, balance ${closing}`,
    );
    const text = [
      `${file}: ${entries.length} entries on ${events.length} events.`,
      ...(pdf ? [`${pdf}: the same as a PDF.`] : []),
      ...(until === null ? [] : [`Until position ${until}, not final: the period is not over.`]),
      `Fingerprint: ${fingerprint}`,
      ...sums,
    ].join('\n');
    return { json: { file, pdf, fingerprint, entries: entries.length, events: events.length, totals }, text };
  });
};

async function namesIn(
  pool: Pool,
  statement: MadeStatement['statement'],
  language: Language,
): Promise<Map<string, string>> {
  const { about, totals } = statement;
  const people = await contactsById(pool, [
    ...new Set([about.id, ...totals.map(({ distributorId }) => distributorId)]),
  ]);
  const named = [...people].map(([id, { name }]) => [id, personName(name, language)] as const);
  return new Map([...(await siteNames(pool, statement)), ...named]);
}

function subjectOf({ distributor, site }: StatementOptions) {
  if (distributor !== undefined) return { kind: 'distributor', id: distributor } as const;
  if (site !== undefined) return { kind: 'site', id: site } as const;
  throw new Error('Name a distributor or a site: --distributor ID or --site ID.');
}

/** A signed statement about an id that was mistyped would say that nothing is owed. @throws Error that names the option */
async function refuseUnknown(
  { store, pool }: Pick<Opened, 'store' | 'pool'>,
  { kind, id }: ReturnType<typeof subjectOf>,
): Promise<void> {
  if (kind === 'site') {
    if ((await store.readStream(streams.site(id))).length > 0) return;
    throw new Error(`--site ${id}: no site has this id.`);
  }
  if ((await contactsById(pool, [id])).has(id)) return;
  // Of an erased account only the events are left.
  const { rowCount } = await pool.query('SELECT 1 FROM read_models.earnings WHERE distributor_id = $1 LIMIT 1', [id]);
  if (rowCount === 0) throw new Error(`--distributor ${id}: no account has this id, and none with it has ever earned.`);
}

/** @throws Error where the file is no statement that another one can follow */
function predecessorIn(file: string): StatementFile {
  const before = statementIn(file);
  if (before?.format !== 'perktree-statement' || before.version !== 7) {
    throw new Error(`--after: ${file} is no statement of version 7.`);
  }
  if (before.until !== null) throw new Error(`--after: ${file} is not final: make it again after its period.`);
  return before;
}

/** Undefined: the file is not compressed, or no JSON. */
function statementIn(file: string): StatementFile | undefined {
  const content = contentOfNamedFile(file);
  try {
    return parseStrict((file.endsWith('.gz') ? gunzipSync(content) : content).toString('utf8')) as StatementFile;
  } catch (error) {
    if (error instanceof StrictJsonError && error.code !== 'json') throw error;
    return undefined;
  }
}

/** @throws Error where a statement does not begin as its predecessor ends */
function assertJoined(before: StatementFile, made: StatementFile): void {
  if (canonicalJson(before.about) !== canonicalJson(made.about)) throw new Error('--after is about something else.');
  if (before.to !== made.from) throw new Error(`--after ends at ${before.to}, and this one begins at ${made.from}.`);
  const balances = (rows: StatementFile['totals'], end: 'opening' | 'closing') =>
    rows.flatMap((row) =>
      row[end] === '0.00' ? [] : `${row.siteId} ${row.distributorId} ${row[end]} ${row.currency}`,
    );
  const [closing, opening] = [balances(before.totals, 'closing'), balances(made.totals, 'opening')];
  const differing = [
    ...closing.filter((row) => !opening.includes(row)),
    ...opening.filter((row) => !closing.includes(row)),
  ];
  if (differing.length > 0) throw new Error(`--after does not close as this one opens: ${differing.join('; ')}.`);
}
