import { execFileSync } from 'node:child_process';
import { formatMoney } from '@perktree/contracts/kernel/format';
import { fromMinor, toMinor } from '@perktree/contracts/kernel/money';
import { pdfTexts } from '@perktree/platform/pdf/testing/pdf-text';
import { findProgram } from '@perktree/platform/process/find-program';
import { inTree, payoutReturned, stored, uuid } from '@perktree/projector/testing/events';
import { MemoryStore } from '@perktree/projector/testing/memory-store';
import { afterAll, describe, expect, it } from 'vitest';
import { newPrivateKey, readSigningKey } from '../chain/signing-key.ts';
import { openAuditDatabase } from '../testing/audit-database.ts';
import { auditedHistory } from '../testing/audited-history.ts';
import { correctedFacts, correctedTexts } from '../testing/corrected-payout.ts';
import { statementMeans } from '../testing/statement-means.ts';
import { makeStatement } from './make-statement.ts';
import type { MadeStatement, ProvenEvent, Statement, StatementAsked } from './statement.ts';
import { statementPdf as printed } from './statement-pdf.ts';
import { STATEMENT_WORDS } from './statement-words.ts';

const key = readSigningKey(newPrivateKey());
const SITE = inTree('root').siteId;
const database = await openAuditDatabase();
const pool = database.pool;
afterAll(async () => {
  await database?.close();
});

const store = new MemoryStore();
store.push(...auditedHistory().map(stored));
type Made = Statement & Omit<MadeStatement, 'file' | 'statement'>;

const made = new Map<string, Promise<Made>>();
/** Each once. */
function stated(about: StatementAsked['about'], from = '2000-01-01T00:00:00.000Z'): Promise<Made> {
  const name = `${about.id} ${from}`;
  const statement = made.get(name) ?? make(about, from);
  made.set(name, statement);
  return statement;
}

async function make(about: StatementAsked['about'], from: string): Promise<Made> {
  const means = { store, pool, key, now: new Date('2026-11-01'), ...statementMeans(store) };
  const { statement, entries, fingerprint } = await makeStatement(
    { about, from, to: '2026-11-01T00:00:00.000Z', isRunning: false },
    means,
  );
  return { ...statement, entries, fingerprint };
}

type Rest = Parameters<typeof printed> extends [unknown, ...infer R] ? R : never;
const statementPdf = ({ entries, fingerprint, ...statement }: Made, ...rest: Rest) =>
  printed({ statement, entries, fingerprint }, ...rest);

const textOfPdf = async (pdf: Buffer) => execFileSync('pdftotext', ['-layout', '-', '-'], { input: pdf }).toString();

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
    const pages = await pdfTexts(await statementPdf(statement, names));
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
    for (const told of [statement.fingerprint, statement.head.chain, statement.head.keyId])
      expect(texts).toContain(told);
    for (const page of pages) expect(page).toContain(`Fingerprint ${statement.fingerprint}`);
  });

  it.each([
    ['EUR', '595.28 841.89'],
    ['USD', '612 792'],
  ] as const)('in %s has the paper of its country', async (currency, size) => {
    const statement = await stated({ kind: 'site', id: SITE });
    const totals = statement.totals.map((total) => ({ ...total, currency }));
    const pdf = (await statementPdf({ ...statement, totals }, new Map())).toString('latin1');
    expect(new Set(pdf.match(/\/MediaBox \[[^\]]*\]/g))).toEqual(new Set([`/MediaBox [0 0 ${size}]`]));
  });

  it('of nothing says so', async () => {
    const statement = await stated({ kind: 'distributor', id: 'ana' }, '2026-10-01T00:00:00.000Z');
    const text = (await pdfTexts(await statementPdf(statement, new Map([['ana', 'Ana']])))).flat().join('\n');
    expect(text).toContain('Nothing was earned');
    expect(text).toContain('Distributor: Ana');
  });

  it.each([
    ['Dvořák'.normalize('NFD'), 'Dvořák'],
    // Drawn from right to left.
    ['משה כהן', [...'משה כהן'].reverse().join('').replace(' ', '\u00a0')],
    ['Café 🍰 山田', 'Café :cake: ShanTian'],
    // Of a private use area: no script has it.
    ['A\ue123', 'A\ufffd'],
  ])(
    'has the name %s in letters, as the name of each party, as the brand and as a reference',
    async (name, printed) => {
      const statement = await stated({ kind: 'site', id: SITE });
      const names = new Map([
        [SITE, name],
        ...statement.totals.map(({ distributorId }) => [distributorId, name] as const),
      ]);
      const events = (statement.events as readonly ProvenEvent[]).map(({ event, ...proven }) => ({
        ...proven,
        event: event.type === 'PayoutPaid' ? { ...event, data: { ...(event.data as object), reference: name } } : event,
      }));
      const brand = { name, logo: null, colour: null, showsProduct: false };
      const pdf = await statementPdf({ ...statement, entries: [], events }, names, 'en', brand);
      const texts = (await pdfTexts(pdf)).flat();
      const payouts = events.filter(({ event }) => event.type === 'PayoutPaid').length;
      expect(payouts).toBeGreaterThan(0);
      const lines = statement.totals.length + 2 * payouts;
      expect(texts.filter((text) => text === printed)).toHaveLength(lines + (/[\u0590-\u06ff]/.test(name) ? 2 : 1));
      // Beside the names: the file has ids only.
      for (const { distributorId } of statement.totals) expect(texts).toContain(distributorId);
    },
  );

  it.each([
    ['en', 'distributor', 'Site', 'Distributor'],
    ['es', 'site', 'Distribuidor', 'Sitio'],
  ] as const)('heads the other party of each line (%s, of a %s) with "%s"', async (language, kind, title, own) => {
    const statement = await stated({ kind, id: kind === 'site' ? SITE : 'ana' });
    const texts = (await pdfTexts(await statementPdf(statement, new Map(), language))).flat();
    // Totals, entries, payouts.
    expect(texts.filter((text) => text === title)).toHaveLength(3);
    expect(texts).not.toContain(own);
    const words = STATEMENT_WORDS[language];
    for (const word of [words.title, words.totals, words.when('UTC'), words.paidOut]) expect(texts).toContain(word);
    for (const { amount, currency } of statement.entries) {
      expect(texts).toContain(formatMoney(amount, currency, language));
    }
  });

  it.each([
    ['en', 'Reference corrected: transfer 9', 'Returned: transfer 9', 'Written off: Agreed'],
    ['es', 'Referencia corregida: transfer 9', 'Devuelto: transfer 9', 'Dado de baja: Acordado'],
  ] as const)(
    'has each change of a payout with its event, and what was written off with its reason (%s)',
    async (language, corrected, returned, writtenOff) => {
      const [store, at] = [new MemoryStore(), '2026-03-27T12:00:00.000Z'];
      const data = { ...payoutReturned('p1', '2.00', [uuid('entry root')]).data, distributorId: 'ana' };
      store.push(...auditedHistory([...correctedFacts(), { type: 'PayoutReturned', data, at }]).map(stored));
      await pool.query('TRUNCATE audit.chain_segments, audit.signed_heads, audit.signing_keys, audit.parts_secret');
      const means = { store, pool, key, now: new Date('2026-11-01'), ...statementMeans(store), texts: correctedTexts };
      const about = { kind: 'distributor', id: 'ana' } as const;
      const period = { from: '2026-03-17T00:00:00.000Z', to: '2026-10-01T00:00:00.000Z' };
      const paper = async (from: string) =>
        (await pdfTexts(await printed(await makeStatement({ about, ...period, from }, means), new Map(), language)))
          .flat()
          .join(' ');
      const text = await paper(period.from);
      for (const words of [corrected, returned, writtenOff]) expect(text).toContain(words);
      for (const words of ['transfer 8', 'Ana does not answer']) expect(text).not.toContain(words);
      const later = await paper('2026-03-26T00:00:00.000Z');
      expect(later).toContain(writtenOff);
      expect(later).not.toContain(STATEMENT_WORDS[language].nothing);
    },
  );

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
    const pages = await pdfTexts(await statementPdf(long, new Map()));
    // A word that is broken continues in the next line of its cell.
    const text = pages.flat().join('\n');
    for (const amount of amounts) expect(text).toContain(formatMoney(amount, 'EUR', 'en'));
    expect(text).not.toContain('…');
    expect(text).toContain(entry.entryId);
    const pieces = pages.flat().filter((cell) => cell !== '' && distributorId.includes(cell));
    expect(pieces.join('')).toContain(distributorId);
  });

  it('says how far it can be relied on', async () => {
    const [language, notFinal, limits] = ['es', 'Hasta la posición 4711, no definitivo', 'Lo que no prueba'] as const;
    const [moved, erased] = ['El evento 9 cuenta el 2026-03-02 12:00', 'Borrada'];
    const statement = await stated({ kind: 'site', id: SITE });
    const predecessor = 'ab'.repeat(32);
    const [at, recordedAt] = ['2026-03-02T12:00:00.000Z', '2026-03-01T12:00:00.000Z'];
    const clocks = { boundSeconds: 300, moved: [{ number: 9, at, recordedAt }] };
    const events = (statement.events as readonly ProvenEvent[]).map(({ event, ...proven }) => ({
      ...proven,
      event: { ...event, data: { ...(event.data as object), reference: null, noteHash: predecessor } },
    }));
    const told = { ...statement, until: '4711', predecessor, clocks, events };
    const read = async (made: Made) => (await pdfTexts(await statementPdf(made, new Map(), language))).flat().join(' ');
    const text = await read(told);
    for (const words of [notFinal, limits, moved, erased, predecessor]) expect(text).toContain(words);
    const paid = events.find(({ event }) => event.type === 'PayoutPaid')?.number ?? 0;
    expect(await read({ ...told, texts: [{ number: paid, text: 'transfer 8', salt: '' }] })).toContain('transfer 8');
    for (const words of [notFinal, moved, erased]) expect(await read(statement)).not.toContain(words);
  });

  it('has its times in the time zone of the statement, and to the millisecond where the period does not end with a minute', async () => {
    const statement = await stated({ kind: 'distributor', id: 'ana' });
    const there = { ...statement, timeZone: 'Pacific/Auckland', to: '2026-10-31T11:00:00.000Z' };
    const texts = (await pdfTexts(await statementPdf(there, new Map()))).flat();
    expect(texts).toContain('Period: 2000-01-01 13:00 until before 2026-11-01 00:00 (Pacific/Auckland)');
    expect(texts).toContain('2026-03-02 01:00');
    expect(texts.join(' ')).not.toContain('UTC');
    const running = { ...statement, to: '2026-11-01T12:34:56.789Z' };
    const exactly = (await pdfTexts(await statementPdf(running, new Map()))).flat();
    expect(exactly).toContain('Period: 2000-01-01 00:00 until before 2026-11-01 12:34:56.789 (UTC)');
  });

  it.skipIf(findProgram('pdftotext') === null)(
    'can be added up: the sale of each line, and the sum so far on each page, as pdftotext reads them',
    async () => {
      const statement = await stated({ kind: 'site', id: SITE });
      const sales = (statement.events as readonly ProvenEvent[]).flatMap(({ event: { type, data } }) =>
        type === 'BenefitRedeemed' ? [data as { saleAmount: string; qrName: string; shares: readonly unknown[] }] : [],
      );
      const once = await textOfPdf(await statementPdf(statement, new Map()));
      expect(sales.length).toBeGreaterThan(0);
      for (const { saleAmount, qrName } of sales.filter(({ shares }) => shares.length > 0))
        for (const text of [qrName, formatMoney(saleAmount, 'EUR', 'en')]) expect(once).toContain(text);
      const reversed = statement.entries.filter(({ reversesEntryId }) => reversesEntryId !== null);
      expect(reversed.length).toBeGreaterThan(0);
      expect(once).toMatch(/-€\d+\.\d\d\s/);

      const entries = Array.from({ length: 20 }, () => statement.entries).flat();
      const pages = (await textOfPdf(await statementPdf({ ...statement, entries }, new Map()))).split('\f');
      const amountAfter = (label: string) =>
        pages.map((page) => new RegExp(`^ *${label} +(\\S+)$`, 'm').exec(page)?.[1] ?? null);
      const [forward, brought] = [amountAfter('Carried forward'), amountAfter('Brought forward')];
      expect(forward.filter((amount) => amount !== null).length).toBeGreaterThan(1);
      expect(brought.slice(1)).toEqual(forward.slice(0, -1));
      const minors = entries.map(({ amount }) => toMinor(amount, 'EUR'));
      const all = minors.reduce((sum, minor) => sum + minor, 0n);
      expect(amountAfter('Sum').filter((amount) => amount !== null)).toEqual([
        formatMoney(fromMinor(all, 'EUR'), 'EUR', 'en'),
      ]);
      const rows = pages.map((page) => [...page.matchAll(/× [\d.]+$/gm)].length);
      let count = 0;
      for (const [n, amount] of forward.entries()) {
        count += rows[n] ?? 0;
        if (amount === null) continue;
        const sum = minors.slice(0, count).reduce((so, minor) => so + minor, 0n);
        expect(amount).toBe(formatMoney(fromMinor(sum, 'EUR'), 'EUR', 'en'));
      }
      expect(count).toBe(entries.length);
    },
  );

  it('keeps a row of several lines on one page, under its titles', async () => {
    const statement = await stated({ kind: 'distributor', id: 'ana' });
    const [entry] = statement.entries;
    if (!entry) throw new Error('the history has one');
    // Three lines of its column.
    const siteId = 'a site with a name of three lines, which say first, second, and last';
    const entries = Array.from({ length: 50 }, (_, n) => ({ ...entry, siteId, entryId: `entry ${n} begins` }));
    const pages = await pdfTexts(await statementPdf({ ...statement, entries, events: [] }, new Map()));
    expect(pages.length).toBeGreaterThan(1);
    for (const page of pages) {
      const count = (text: string) => page.filter((cell) => cell.includes(text)).length;
      expect([count('a site with'), count('and last')]).toEqual([count('begins'), count('begins')]);
    }
  });

  it('goes on over pages, each with the titles and its number; the same statement gives the same bytes', async () => {
    const statement = await stated({ kind: 'site', id: SITE });
    const entries = Array.from({ length: 20 }, () => statement.entries).flat() as Made['entries'];
    const long = { ...statement, entries };
    const pdf = await statementPdf(long, new Map());
    const pages = await pdfTexts(pdf);
    expect(pages.length).toBeGreaterThan(2);
    expect(pages.every((page, n) => page.includes(`${n + 1} / ${pages.length}`))).toBe(true);
    expect(pages.slice(0, -1).every((page) => page.includes('When (UTC)'))).toBe(true);
    expect(Buffer.from(await statementPdf(long, new Map())).equals(Buffer.from(pdf))).toBe(true);
  });
});
