import { expect, it } from 'vitest';
import { unpayableOf } from './owed-parts.tsx';

const balance = (changes: Partial<Parameters<typeof unpayableOf>[0][number]>) => ({
  ...{ distributorId: 'ana', name: 'Ana', isErased: false, currency: 'EUR' as const },
  ...{ earned: '0.00', takenBack: '0.00', paidOut: '0.00', writtenOff: '0.00' },
  ...{ owed: '0.00', payable: '0.00', inPayout: '0.00' },
  ...changes,
});
const found = (changes: Parameters<typeof balance>[0]) =>
  unpayableOf([balance(changes)]).map(({ payable, maturing, isDue }) => ({ payable, maturing, isDue }));

it('lists what a distributor owes', () => {
  expect(found({ owed: '-7.50', payable: '-7.50' })).toEqual([{ payable: '-7.50', maturing: null, isDue: true }]);
  expect(found({ owed: '7.50', payable: '7.50' })).toEqual([]);
  expect(found({ owed: '2.50', payable: '-7.50' })).toEqual([{ payable: '-7.50', maturing: '10.00', isDue: true }]);
});

it('lists what a deleted account is owed, also during the hold', () => {
  const isErased = true;
  expect(found({ isErased, owed: '10.00', payable: '4.00', inPayout: '1.00' })).toEqual([
    { payable: '4.00', maturing: '5.00', isDue: true },
  ]);
  expect(found({ isErased, owed: '5.00' })).toEqual([{ payable: '0.00', maturing: '5.00', isDue: false }]);
  expect(found({ isErased, owed: '1.00', inPayout: '1.00' })).toEqual([]);
});
