import { formatMoney, formatPercent } from '@perktree/contracts/kernel/format';
import type { Language } from '@perktree/contracts/kernel/languages';
import { type Currency, fromMinor, toMinor } from '@perktree/contracts/kernel/money';
import { timeIn } from '@perktree/contracts/kernel/time-zone';
import { paperOf } from '@perktree/contracts/qr/print-sheet-calls';
import { type PaperColumn, PaperDocument } from './paper.ts';
import type { MadeStatement, Statement } from './statement.ts';
import type { StatementBrand } from './statement-brand.ts';
import { notesOf, SETTLED, salesOf, settledIn } from './statement-lines.ts';
import { STATEMENT_WORDS, type StatementWords } from './statement-words.ts';

/** Names of sites and distributors by their ids, where they are known. */
type Names = ReadonlyMap<string, string>;

const BLACK = '#000000';

/** `other`: the site of a distributor's line, the distributor of a site's. */
type Title =
  | ('other' | 'when' | 'event' | 'entry' | 'sale' | 'amount' | 'reference')
  | ('opening' | 'earned' | 'takenBack' | 'paidOut' | 'writtenOff' | 'closing');
type Column = readonly [title: Title, width: number, align?: 'right'];

/** Write-offs are rare, so their column is only printed if there are any. */
const totalsColumns = (hasWriteOffs: boolean): readonly Column[] => {
  const sums: readonly Title[] = [
    'opening',
    'earned',
    'takenBack',
    'paidOut',
    ...(hasWriteOffs ? ['writtenOff' as const] : []),
  ];
  const width = hasWriteOffs ? 0.14 : 0.16;
  return [
    ['other', hasWriteOffs ? 0.16 : 0.2],
    ...[...sums, 'closing' as const].map((title) => [title, width, 'right'] as const),
  ];
};
const ENTRIES: readonly Column[] = [
  ['when', 0.15],
  ['event', 0.07],
  ['other', 0.13],
  ['entry', 0.34],
  ['sale', 0.15, 'right'],
  ['amount', 0.16, 'right'],
];
const PAYOUTS: readonly Column[] = [
  ['when', 0.15],
  ['event', 0.08],
  ['other', 0.3],
  ['reference', 0.29],
  ['amount', 0.18, 'right'],
];

/**
 * A statement on paper: its totals and lines, and the fingerprint and hashes that tie it to its file. The file is the proof;
 * the paper proves nothing.
 */
export async function statementPdf(
  { statement, entries, fingerprint }: Omit<MadeStatement, 'file'>,
  names: Names,
  language: Language = 'en',
  brand: StatementBrand = { name: null, logo: null, colour: null, showsProduct: true },
): Promise<Buffer> {
  const { about, timeZone, createdAt, totals } = statement;
  const words = STATEMENT_WORDS[language];
  const party = words[about.kind];
  const issuer = [brand.name, brand.showsProduct ? 'PerkTree' : null].filter((name) => name !== null).join(' · ');
  const title = `${issuer === '' ? '' : `${issuer}: `}${words.title}, ${party} ${about.id}`;
  const producer = brand.showsProduct ? 'PerkTree' : '';
  const foot = `${words.fingerprint} ${fingerprint}`;
  const titleOf = (title: Title) => {
    if (title === 'other') return words[about.kind === 'site' ? 'distributor' : 'site'];
    if (title === 'when') return words.when(timeZone);
    return words[title];
  };
  const titled = (columns: readonly Column[]): readonly PaperColumn[] =>
    columns.map(([title, width, align]) => ({ title: titleOf(title), width, ...(align ? { align } : {}) }));
  const nameOf = (id: string) => names.get(id) || id;
  const otherId = (row: { siteId: string; distributorId: string }) =>
    about.kind === 'site' ? row.distributorId : row.siteId;
  const other = (row: { siteId: string; distributorId: string }) => nameOf(otherId(row));
  const money = (amount: string, currency: Currency) => formatMoney(amount, currency, language);
  const currencies = new Set(totals.map(({ currency }) => currency));
  const size = paperOf(currencies.size === 1 ? [...currencies][0] : undefined);
  return PaperDocument.written({ size, title, language, at: new Date(createdAt), producer, foot }, async (paper) => {
    const heading = (text: string) => {
      paper.space(10);
      paper.write(text, { size: 11, style: 'bold' });
      paper.space(2);
    };

    if (brand.name !== null) {
      paper.head(issuer, { logo: brand.logo, colour: brand.colour ?? BLACK });
    }
    writeHead(paper, statement, nameOf(about.id), words);

    heading(words.totals);
    const hasWriteOffs = totals.some(({ writtenOff }) => /[1-9]/.test(writtenOff));
    const sums = totals.map((row) => {
      const amounts = [row.opening, row.earned, row.takenBack, row.paidOut, ...(hasWriteOffs ? [row.writtenOff] : [])];
      // The file and its verifiers know ids only.
      const name = names.get(otherId(row));
      return [
        name ? `${name}\n${otherId(row)}` : otherId(row),
        ...[...amounts, row.closing].map((amount) => money(amount, row.currency)),
      ];
    });
    const settled = settledIn(statement);
    if (entries.length + settled.length === 0) paper.write(words.nothing);
    if (sums.length > 0) await paper.table(titled(totalsColumns(hasWriteOffs)), sums);
    if (totals.some(({ closing }) => closing.startsWith('-'))) {
      paper.space(4);
      paper.write(words.negative);
    }

    if (entries.length > 0) {
      heading(words.entries);
      const sales = salesOf(statement);
      const lines = entries.map((row) => {
        const { qrName, amount } = sales.get(row.number) ?? {};
        const sale = [amount && money(amount, row.currency), `× ${formatPercent(row.percent, language)}`];
        return [
          momentOf(row.at, timeZone),
          String(row.number),
          other(row),
          ...[[qrName, row.entryId], sale].map((cell) => cell.filter(Boolean).join('\n')),
          money(row.amount, row.currency),
        ];
      });
      const minors = entries.map(({ amount, currency }) => [currency, toMinor(amount, currency)] as const);
      await paper.table(titled(ENTRIES), lines, {
        height: new Set(minors.map(([currency]) => currency)).size,
        row: (label, count) => {
          const sums = new Map<Currency, bigint>();
          for (const [currency, minor] of minors.slice(0, count))
            sums.set(currency, (sums.get(currency) ?? 0n) + minor);
          const amounts = [...sums].map(([currency, minor]) => money(fromMinor(minor, currency), currency));
          return ['', '', '', words[label], '', amounts.join('\n')];
        },
      });
    }
    if (settled.length > 0) {
      heading(words.payouts);
      const notes = notesOf(settled, statement, language);
      const lines = settled.map(({ number, at, type, data: { amount, ...data } }, n) => [
        momentOf(at, timeZone),
        String(number),
        other(data),
        notes[n] ?? '',
        amount === undefined ? '' : money(`${SETTLED[type][0]}${amount}`, data.currency),
      ]);
      await paper.table(titled(PAYOUTS), lines);
    }

    writeLimits(statement, words, { heading, write: (text) => paper.write(text) });

    heading(words.howToCheck);
    writeProof(paper, statement, fingerprint, words);
  });
}

function writeHead(paper: PaperDocument, statement: Statement, name: string, words: StatementWords): void {
  const { about, from, to, timeZone, createdAt, until, predecessor } = statement;
  paper.write(words.title, { size: 18, style: 'bold' });
  paper.write(`${words[about.kind]}: ${name}`, { size: 11 });
  if (name !== about.id) paper.write(`${words.id}: ${about.id}`);
  paper.write(words.period(exactly(from, timeZone), exactly(to, timeZone), timeZone));
  if (until !== null) paper.write(words.notFinal(until), { style: 'bold' });
  paper.write(words.made(momentOf(createdAt, timeZone), timeZone));
  paper.write(predecessor === null ? words.noPredecessor : words.predecessor(predecessor));
}

/** How far the statement can be relied on. */
function writeLimits(
  { clocks, timeZone }: Statement,
  words: StatementWords,
  { heading, write }: Readonly<Record<'heading' | 'write', (text: string) => void>>,
): void {
  if (clocks.moved.length > 0) {
    heading(words.moved(clocks.boundSeconds));
    for (const { number, at, recordedAt } of clocks.moved) {
      write(words.movedEvent(number, exactly(at, timeZone), exactly(recordedAt, timeZone)));
    }
  }
  heading(words.limits);
  for (const limit of words.doesNotProve) write(`– ${limit}`);
}

/** What ties the paper to its file. */
function writeProof(paper: PaperDocument, statement: Statement, fingerprint: string, words: StatementWords): void {
  const { about, head } = statement;
  paper.write(words.check);
  paper.space(4);
  for (const [title, value] of [
    [words.fileFingerprint, fingerprint],
    [words.signedEvents, words.signedAt(head.events, head.signedAt)],
    [words.chainHead, head.chain],
    [words.root, about.kind === 'site' ? head.root : (head.parts ?? head.root)],
    [words.key, head.keyId],
  ] as const) {
    paper.write(title, { size: 8, style: 'bold' });
    paper.write(value, { size: 8, style: 'code' });
  }
}

/** "2026-10-01 09:30", and "2026-10-01 09:30:12.345" where it is within a minute: an end must not leave out what it has. */
const exactly = (iso: string, zone: string) =>
  timeIn(zone, new Date(iso).toISOString())
    .slice(0, 23)
    .replace('T', ' ')
    .replace(/:00\.000$/, '');

/** "2026-10-01 09:30" */
const momentOf = (iso: string, zone: string) => timeIn(zone, iso).slice(0, 16).replace('T', ' ');
