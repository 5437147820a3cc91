import type { AnyEvent } from '@perktree/contracts/catalogue/events';
import { saltedHash } from '@perktree/platform/salted-hash';
import { payout, uuid } from '@perktree/projector/testing/events';
import { auditedFacts, auditedHistory } from './audited-history.ts';

const noted = (text: string) => {
  const salt = 'cd'.repeat(32);
  return { noteId: uuid(text), noteHash: saltedHash(salt, text), text, salt };
};
export const MISTYPED = noted('transfer 8 – ñ');
export const CORRECTED = noted('transfer 9');
/** For the owner’s side only. */
export const PRIVATE = noted('Ana does not answer');
const inEvent = ({ noteId, noteHash }: ReturnType<typeof noted>) => ({ noteId, noteHash });
const ofAna = { ...payout('p1'), distributorId: 'ana' };
const { payoutId: _, ...balanceOfAna } = ofAna;

/** The audited history: the reference of its payout is corrected, and what the payee owes since a reversal is written off. */
export const correctedFacts = (): readonly (AnyEvent & { readonly at?: string })[] => [
  ...auditedFacts().map((fact) =>
    fact.type === 'PayoutPaid' ? { ...fact, data: { ...fact.data, reference: null, ...inEvent(MISTYPED) } } : fact,
  ),
  {
    type: 'PayoutReferenceCorrected',
    data: { ...ofAna, entryIds: [uuid('entry root')], ...inEvent(CORRECTED), reason: 'typing_mistake' },
    at: '2026-03-25T12:00:00.000Z',
  },
  {
    type: 'BalanceWrittenOff',
    data: {
      ...{ ...balanceOfAna, writeOffId: uuid('write-off'), amount: '-2.00', reason: 'agreed', ...inEvent(PRIVATE) },
      entryIds: [uuid('first root'), uuid('rest root')],
    },
    at: '2026-03-26T12:00:00.000Z',
  },
];
export const correctedHistory = () => auditedHistory(correctedFacts());

/** The account store: it has all of the texts. */
export const correctedTexts = {
  saltedTexts: async () =>
    new Map([MISTYPED, CORRECTED, PRIVATE].map(({ noteId, ...text }) => [noteId, { ...text, erasedPeople: [] }])),
};
