import { inLanguage } from '@perktree/contracts/kernel/csv-columns';
import type { Language } from '@perktree/contracts/kernel/languages';
import type { Currency } from '@perktree/contracts/kernel/money';
import { WRITE_OFF_WORDS } from '@perktree/contracts/payout/csv-words';
import { isShown } from './prove-events.ts';
import type { DisclosedEvent, ProvenEvent, Statement } from './statement.ts';
import { STATEMENT_WORDS } from './statement-words.ts';

/** Type and data of an event: a distributor's statement shows them as one of its parts. */
function termsOf<Data>(proven: ProvenEvent | DisclosedEvent): { readonly type: string; readonly data: Data } {
  if ('event' in proven) return { type: proven.event.type, data: proven.event.data as Data };
  const terms = proven.parts.filter(isShown).find(({ name }) => name === 'terms')?.value;
  const { type, ...data } = terms as { type: string };
  return { type, data: data as Data };
}

interface Sale {
  /** Of the QR that was redeemed; undefined: its redemption is not in the statement. */
  readonly qrName: string | undefined;
  /** What its shares are a part of; of a reversal the negative amount that it took back. */
  readonly amount: string | undefined;
}

/** The sales of the events that have entries, by the number of the event. */
export function salesOf({ events }: Statement): ReadonlyMap<number, Sale> {
  const names = new Map<string, string>();
  const sales = new Map<number, Sale>();
  for (const proven of events as readonly (ProvenEvent | DisclosedEvent)[]) {
    const { type, data } =
      termsOf<Partial<Record<'redemptionId' | 'qrName' | 'saleAmount' | 'amount', string>>>(proven);
    const { redemptionId = '', qrName, saleAmount, amount } = data;
    if (qrName !== undefined) names.set(redemptionId, qrName);
    sales.set(proven.number, {
      qrName: names.get(redemptionId),
      amount: type === 'RedemptionReversed' ? `-${amount}` : saleAmount,
    });
  }
  return sales;
}

/** An event about money that left, came back or is owed no more, and what a correction says of it. */
interface Settled {
  readonly number: number;
  readonly at: string;
  readonly type: keyof typeof SETTLED;
  readonly data: {
    readonly siteId: string;
    readonly distributorId: string;
    readonly currency: Currency;
    readonly payoutId?: string;
    readonly amount?: string;
    readonly reason?: string;
    /** The payment provider's; null: the owner paid, and what the owner wrote is a text beside the event. */
    readonly reference?: string | null;
    /** Of that text; null or absent: the event has no text, or is from before hashes. */
    readonly noteHash?: string | null;
  };
}

/** The sign of each amount among what was paid out, and what the line says before its reference. */
export const SETTLED = {
  PayoutPaid: ['', null],
  PayoutReferenceCorrected: ['', 'corrected'],
  PayoutReturned: ['-', 'returned'],
  BalanceWrittenOff: ['', 'writtenOff'],
} as const;

/** What was paid out, corrected, returned and written off in the period; earlier payouts are in no statement. */
export function settledIn({ events }: Statement): readonly Settled[] {
  return (events as readonly (ProvenEvent | DisclosedEvent)[]).flatMap((proven) => {
    const { number, at } = proven;
    const { type, data } = termsOf<Settled['data']>(proven);
    return Object.hasOwn(SETTLED, type) ? { number, at, type: type as Settled['type'], data } : [];
  });
}

/** What each line says of its event: a payout has its newest reference in all of its lines. */
export function notesOf(settled: readonly Settled[], { texts }: Statement, language: Language): readonly string[] {
  const words = STATEMENT_WORDS[language];
  const shown = new Map(texts.map(({ number, text }) => [number, text]));
  const references = new Map<string | undefined, string>();
  for (const { number, type, data } of settled) {
    if (type !== 'PayoutPaid' && type !== 'PayoutReferenceCorrected') continue;
    references.set(data.payoutId, data.reference ?? shown.get(number) ?? (data.noteHash ? words.erased : ''));
  }
  return settled.map(({ type, data: { payoutId, reason } }) => {
    const [, title] = SETTLED[type];
    const why = type === 'BalanceWrittenOff' ? WRITE_OFF_WORDS[reason as keyof typeof WRITE_OFF_WORDS] : undefined;
    const note = why ? inLanguage(language)(why) : references.get(payoutId);
    return [title && words[title], note].filter(Boolean).join(': ');
  });
}
