import { isShown } from './disclose.ts';
import { type Column, Paper } from './paper.ts';
import { fingerprintOf } from './sealed-lines.ts';
import type { DisclosedEvent, ProvenEvent, Statement } from './statement.ts';

/** Names of sites and distributors by their ids, where they are known. */
export type Names = ReadonlyMap<string, string>;

const TOTALS: readonly Column[] = [
  { title: 'Whom', width: 0.34 },
  ...['Entries', 'Earned', 'Taken back', 'Sum', 'Paid out'].map((title) => ({
    ...{ title, width: title === 'Entries' ? 0.1 : 0.14 },
    align: 'right' as const,
  })),
];
const ENTRIES: readonly Column[] = [
  { title: 'When (UTC)', width: 0.18 },
  { title: 'Event', width: 0.09 },
  { title: 'Whom', width: 0.24 },
  { title: 'Entry', width: 0.27 },
  { title: '%', width: 0.08, align: 'right' },
  { title: 'Amount', width: 0.14, align: 'right' },
];
const PAYOUTS: readonly Column[] = [
  { title: 'When (UTC)', width: 0.18 },
  { title: 'Event', width: 0.09 },
  { title: 'Whom', width: 0.3 },
  { title: 'Reference', width: 0.29 },
  { title: 'Amount', width: 0.14, align: 'right' },
];

/**
 * A statement on paper, in English: what it comes to, line by line, and by which numbers it and the file that was made with it
 * are known to belong together. It proves nothing by itself; the file does.
 */
export async function statementPdf(statement: Statement, names: Names): Promise<Uint8Array> {
  const { about, from, to, createdAt, head, totals, entries } = statement;
  const paper = await Paper.begin(`PerkTree statement, ${about.kind} ${about.id}`, new Date(createdAt));
  const nameOf = (id: string) => {
    const name = names.get(id) ?? '';
    return name !== '' && paper.canWrite(name) ? name : id;
  };
  const other = (row: { siteId: string; distributorId: string }) =>
    nameOf(about.kind === 'site' ? row.distributorId : row.siteId);
  const money = (amount: string, currency: string) => `${amount} ${currency}`;
  const heading = (text: string) => {
    paper.space(10);
    paper.write(text, { size: 11, style: 'bold' });
    paper.space(2);
  };

  paper.write('Statement', { size: 18, style: 'bold' });
  const party = about.kind === 'site' ? 'Site' : 'Distributor';
  paper.write(`${party}: ${nameOf(about.id)}`, { size: 11 });
  if (nameOf(about.id) !== about.id) paper.write(`Id: ${about.id}`);
  paper.write(`Period: ${momentOf(from)} until before ${momentOf(to)} (UTC)`);
  paper.write(`Made: ${momentOf(createdAt)} (UTC)`);

  heading('Totals');
  const sums = totals.map((row) => [
    ...[other(row), String(row.entries), money(row.earned, row.currency), money(row.takenBack, row.currency)],
    ...[money(row.sum, row.currency), money(row.paidOut, row.currency)],
  ]);
  if (sums.length === 0) paper.write('Nothing was earned, taken back or paid out in this period.');
  else await paper.table(TOTALS, sums);

  if (entries.length > 0) {
    heading('Entries');
    const lines = entries.map((row) => [
      ...[momentOf(row.at), String(row.number), other(row), row.entryId],
      ...[row.percent, money(row.amount, row.currency)],
    ]);
    await paper.table(ENTRIES, lines);
  }
  const payouts = payoutsOf(statement);
  if (payouts.length > 0) {
    heading('Payouts');
    const lines = payouts.map(({ number, at, data }) => {
      const reference = paper.canWrite(data.reference) ? data.reference : '';
      return [momentOf(at), String(number), other(data), reference, money(data.amount, data.currency)];
    });
    await paper.table(PAYOUTS, lines);
  }

  const fingerprint = fingerprintOf(statement);
  heading('How to check it');
  paper.write(
    'This paper was made together with a file (JSON). The file holds the recorded events behind each line and leads from each of them to a signed head of all events. Check it without any server by: node verify-statement.mjs FILE --key PUBLIC_KEY. The program prints the fingerprint of the file, which has to be the one below; GET /api/audit/key has the public key.',
  );
  paper.space(4);
  for (const [title, value] of [
    ['Fingerprint of the file', fingerprint],
    ['Events up to the signed head', `${head.events}, signed at ${head.signedAt}`],
    ['Head of the chain', head.chain],
    ['Root over the events', about.kind === 'site' ? head.root : (head.parts ?? head.root)],
    ['Key', head.keyId],
  ] as const) {
    paper.write(title, { size: 8, style: 'bold' });
    paper.write(value, { size: 8, style: 'code' });
  }
  return paper.end(`Fingerprint ${fingerprint}`);
}

interface PaidOut {
  readonly number: number;
  readonly at: string;
  readonly data: {
    readonly siteId: string;
    readonly distributorId: string;
    readonly amount: string;
    readonly currency: string;
    readonly reference: string;
  };
}

/** What was paid out in the period; earlier payouts are in no statement. */
function payoutsOf({ events }: Statement): readonly PaidOut[] {
  return (events as readonly (ProvenEvent | DisclosedEvent)[]).flatMap((proven) => {
    const { number } = proven;
    if ('event' in proven) {
      const { type, data, metadata } = proven.event;
      const { recordedAt } = metadata as { readonly recordedAt: string };
      return type === 'PayoutPaid' ? [{ number, at: recordedAt, data: data as PaidOut['data'] }] : [];
    }
    const terms = proven.parts.filter(isShown).find(({ name }) => name === 'terms')?.value;
    const { type, recordedAt, ...data } = terms as { type: string; recordedAt: string } & PaidOut['data'];
    return type === 'PayoutPaid' ? [{ number, at: recordedAt, data }] : [];
  });
}

/** "2026-10-01 09:30" */
const momentOf = (iso: string) => iso.slice(0, 16).replace('T', ' ');
