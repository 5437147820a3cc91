import { inflateSync } from 'node:zlib';
import { PDFArray, PDFDocument, PDFRawStream } from '@cantoo/pdf-lib';
import { formatMoney } from '@perktree/contracts/format';
import { inTree, stored } from '@perktree/projector/testing/events';
import { MemoryStore } from '@perktree/projector/testing/memory-store';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newPrivateKey, readSigningKey } from '../chain/signing-key.ts';
import { type AuditDatabase, openAuditDatabase } from '../testing/audit-database.ts';
import { auditedHistory } from '../testing/audited-history.ts';
import { openingsOf } from '../testing/openings-of.ts';
import { streamsOf } from '../testing/streams-of.ts';
import { makeStatement } from './make-statement.ts';
import { fingerprintOf } from './sealed-lines.ts';
import type { Statement, StatementAsked } from './statement.ts';
import { statementPdf } from './statement-pdf.ts';
import { STATEMENT_WORDS } from './statement-words.ts';

const key = readSigningKey(newPrivateKey());
const SITE = inTree('root').siteId;

let database: AuditDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await openAuditDatabase();
  pool = database.pool;
});
afterAll(async () => {
  await database?.close();
});

const store = new MemoryStore();
store.push(...auditedHistory().map(stored));
const stated = (about: StatementAsked['about'], from = '2000-01-01T00:00:00.000Z') =>
  makeStatement(
    { about, from, to: '2100-01-01T00:00:00.000Z' },
    {
      ...{ store, pool, key, now: new Date('2026-11-01'), openings: openingsOf(store), ownStreams: streamsOf(store) },
    },
  );

/** The text of each page, cell by cell. */
async function textsOf(pdf: Uint8Array): Promise<readonly (readonly string[])[]> {
  const { context, ...document } = await PDFDocument.load(pdf).then((loaded) => ({
    context: loaded.context,
    pages: loaded.getPages(),
  }));
  return document.pages.map((page) => {
    const contents = page.node.Contents();
    const refs = contents instanceof PDFArray ? contents.asArray() : [contents];
    const code = refs
      .map((ref) => (ref instanceof PDFRawStream ? ref : context.lookup(ref as never)))
      .map((stream) => (stream instanceof PDFRawStream ? inflateSync(stream.contents).toString('latin1') : ''))
      .join('\n');
    return [...code.matchAll(/<([\dA-F]*)> Tj/gi)].map(([, hex = '']) => written(Buffer.from(hex, 'hex')));
  });
}

/** As Windows-1252 has it, the encoding of the built-in fonts. */
const written = (bytes: Buffer) => bytes.toString('latin1').replaceAll('\x80', '€').replaceAll('\xa0', ' ');

describe('a statement on paper', () => {
  it.each([
    ['site', SITE, 9],
    ['distributor', 'ana', 3],
  ] as const)('of a %s has what the file has, and the number that ties them together', async (kind, id, entries) => {
    const statement = await stated({ kind, id });
    const names = new Map([
      [SITE, 'Café Ñandú'],
      ['ana', 'Ana'],
    ]);
    const pages = await textsOf(await statementPdf(statement, names));
    const texts = pages.flat();
    const text = texts.join('\n');
    expect(statement.entries).toHaveLength(entries);
    for (const { entryId, amount, currency } of statement.entries) {
      expect(texts).toContain(entryId);
      expect(texts).toContain(formatMoney(amount, currency, 'en'));
    }
    for (const { opening, paidOut, closing } of statement.totals)
      expect(texts).toEqual(
        expect.arrayContaining([opening, paidOut, closing].map((amount) => formatMoney(amount, 'EUR', 'en'))),
      );
    expect(text).toContain('counts against the next payout');
    expect(text).toContain(kind === 'site' ? 'Site: Café Ñandú' : 'Distributor: Ana');
    expect(text).toContain('transfer 7');
    expect(text).toContain('2000-01-01 00:00');
    for (const told of [fingerprintOf(statement), statement.head.chain, statement.head.keyId])
      expect(texts).toContain(told);
    for (const page of pages) expect(page).toContain(`Fingerprint ${fingerprintOf(statement)}`);
  });

  it('of nothing says so, and letters that its fonts lack give way to the id', async () => {
    const statement = await stated({ kind: 'distributor', id: 'ana' }, '2099-01-01T00:00:00.000Z');
    const text = (await textsOf(await statementPdf(statement, new Map([['ana', '安娜']])))).flat().join('\n');
    expect(text).toContain('Nothing was earned');
    expect(text).toContain('Distributor: ana');
  });

  it('says the same in Spanish', async () => {
    const statement = await stated({ kind: 'distributor', id: 'ana' });
    const texts = (await textsOf(await statementPdf(statement, new Map(), 'es'))).flat();
    const words = STATEMENT_WORDS.es;
    expect(texts).toEqual(
      expect.arrayContaining([words.title, words.totals, words.entries, words.when, words.paidOut]),
    );
    expect(texts).toContain(`Huella ${fingerprintOf(statement)}`);
    for (const { amount, currency } of statement.entries) {
      expect(texts).toContain(formatMoney(amount, currency, 'es').replace(/\s/g, ' '));
    }
    expect(texts).toContain('2,00 €');
  });

  it('cuts no figure and no id, however long', async () => {
    const statement = await stated({ kind: 'site', id: SITE });
    const [total] = statement.totals;
    const [entry] = statement.entries;
    if (!total || !entry) throw new Error('the history has both');
    const amounts = ['10000000.00', '-18768728.57', '1234567890.12'];
    const distributorId = 'a-distributor-whose-id-is-longer-than-any-column-of-the-table-that-it-stands-in-0123456789';
    const long = {
      ...statement,
      entries: amounts.map((amount) => ({ ...entry, amount, distributorId })),
      totals: amounts.map((amount) => ({ ...total, closing: amount, earned: amount, distributorId })),
    };
    const pages = await textsOf(await statementPdf(long, new Map()));
    // A word that is broken continues in the next line of its cell.
    const text = pages.flat().join('\n');
    for (const amount of amounts) expect(text).toContain(formatMoney(amount, 'EUR', 'en'));
    expect(text).not.toContain('…');
    expect(text).toContain(entry.entryId);
    const pieces = pages.flat().filter((cell) => cell !== '' && distributorId.includes(cell));
    expect(pieces.join('')).toContain(distributorId);
  });

  it('names the period to the millisecond where it does not end with a minute', async () => {
    const statement = await stated({ kind: 'distributor', id: 'ana' });
    const running = { ...statement, to: '2026-11-01T12:34:56.789Z' };
    const texts = (await textsOf(await statementPdf(running, new Map()))).flat();
    expect(texts).toContain('Period: 2000-01-01 00:00 until before 2026-11-01 12:34:56.789 (UTC)');
  });

  it('has the whole name of an issuer, however long', async () => {
    const statement = await stated({ kind: 'site', id: SITE });
    const name =
      'Chocolatería y pastelería artesana de la plaza mayor con terraza, obrador propio y encargos para fiestas';
    const brand = { name, logo: null, colour: null, showsProduct: true };
    const [page = []] = await textsOf(await statementPdf(statement, new Map(), 'es', brand));
    expect([page[0], page[1]].join(' ')).toBe(`${name} · PerkTree`);
  });

  it('keeps a row of several lines on one page, under its titles', async () => {
    const statement = await stated({ kind: 'distributor', id: 'ana' });
    const [entry] = statement.entries;
    if (!entry) throw new Error('the history has one');
    // Three lines of its column.
    const siteId = 'a site with a name of three lines, which say first, second, and last';
    const entries = Array.from({ length: 90 }, (_, n) => ({ ...entry, siteId, entryId: `entry ${n} begins` }));
    const pages = await textsOf(await statementPdf({ ...statement, entries, events: [] }, new Map()));
    expect(pages.length).toBeGreaterThan(2);
    for (const page of pages) {
      const count = (text: string) => page.filter((cell) => cell.includes(text)).length;
      expect([count('a site with'), count('and last')]).toEqual([count('begins'), count('begins')]);
    }
  });

  it('goes on over pages, each with the titles and its number; the same statement gives the same bytes', async () => {
    const statement = await stated({ kind: 'site', id: SITE });
    const entries = Array.from({ length: 300 }, () => statement.entries).flat() as Statement['entries'];
    const long = { ...statement, entries };
    const pdf = await statementPdf(long, new Map());
    const pages = await textsOf(pdf);
    expect(pages.length).toBeGreaterThan(30);
    expect(pages.every((page, n) => page.includes(`${n + 1} / ${pages.length}`))).toBe(true);
    expect(pages.slice(0, -1).every((page) => page.includes('When (UTC)'))).toBe(true);
    expect(Buffer.from(await statementPdf(long, new Map())).equals(Buffer.from(pdf))).toBe(true);
  });
});
