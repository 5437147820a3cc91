import { describe, expect, it } from 'vitest';
import { deriveUuid } from '../../engine/command.ts';
import { given } from '../../testing/given.ts';
import { decideAccount, decideName, payeeFold } from './payee.ts';

const note = (name: string) => ({ noteId: deriveUuid(name), noteHash: name.repeat(64).slice(0, 64) });
const none = payeeFold.initialState;

describe('a payee', () => {
  it('is named, and each further name has the hash of the one before', () => {
    const first = decideName(none, { userId: 'ana', note: note('a') });
    const named = given(payeeFold, first);
    const second = decideName(named, { userId: 'ana', note: note('b') });
    expect([...first, ...second]).toEqual([
      { type: 'PayeeNamed', data: { userId: 'ana', ...note('a'), formerHash: null } },
      { type: 'PayeeNamed', data: { userId: 'ana', ...note('b'), formerHash: note('a').noteHash } },
    ]);
  });

  it('has an account, and another one with the hash of the one before; the same one changes nothing', () => {
    const [one, two] = ['1', '2'].map((digit) => digit.repeat(64)) as [string, string];
    const first = decideAccount(none, { userId: 'ana', accountHash: one });
    const state = given(payeeFold, first);
    expect(decideAccount(state, { userId: 'ana', accountHash: one })).toEqual([]);
    expect(decideAccount(state, { userId: 'ana', accountHash: two })).toEqual([
      { type: 'PayoutAccountChanged', data: { userId: 'ana', accountHash: two, formerHash: one } },
    ]);
  });
});
