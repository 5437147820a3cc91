import { calls } from '@perktree/contracts/catalogue/calls';
import type { CallAnswer } from '@perktree/contracts/kernel/call';
import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { press, seeDisabled, seeNoDialog } from '../testing/forms.ts';
import { api, openScreen, settled } from '../testing/open-screen.tsx';
import { signIn } from '../testing/people.ts';
import { sampleOf } from '../testing/sample.ts';
import { seeInBoth } from '../testing/see.ts';

const id = (n: number) => `00000000-0000-4000-8000-00000000006${n}`;
const decided = () => api.sent(calls.decidePayoutFunding).map(({ params }) => params.fundingId);

let fundings: CallAnswer<typeof calls.payoutFundings> = [];

beforeEach(() => {
  signIn('superadmin');
  api.answerReads('empty');
  const [sample] = sampleOf(calls.payoutFundings, 'filled') as CallAnswer<typeof calls.payoutFundings>;
  if (sample === undefined) throw new Error('there is no sample');
  fundings = [1, 2, 3].map((n) => ({ ...sample, id: id(n), status: 'awaiting_approval' }));
  api.on(calls.payoutFundings, () => fundings);
  api.on(calls.decidePayoutFunding, ({ params: { fundingId } }) => {
    fundings = fundings.filter((funding) => funding.id !== fundingId);
    return sampleOf(calls.decidePayoutFunding, 'filled') as never;
  });
});

it('a double click decides on one funding, not on the next one, which takes its place', async () => {
  fundings = fundings.map((funding) => ({ ...funding, status: 'disputed' }));
  await openScreen('/support');
  await settled();
  const settle = page.getByRole('button', { name: 'Mark as settled' });
  /** @param nth of the clicks in a row at this place */
  const click = (nth: number) =>
    settle
      .first()
      .element()
      .dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: nth }));
  click(1);
  await expect.poll(() => settle.elements().length).toBe(2);
  await seeDisabled(settle.first(), false);
  click(2);
  await settled();
  expect(decided()).toEqual([id(1)]);
  click(1);
  await expect.poll(decided).toEqual([id(1), id(2)]);
});

it('asks before money leaves for payouts', async () => {
  await openScreen('/support');
  await page.getByRole('button', { name: 'Approve' }).first().click();
  await seeInBoth({
    dialog: ['Approve these payouts?', '¿Aprobar estos pagos?'],
    texts: [
      [
        'The distributors are then paid. This cannot be undone.',
        'Entonces se paga a los distribuidores. No se puede deshacer.',
      ],
    ],
  });
  expect(decided()).toEqual([]);
  await press('Aprobar');
  await expect.poll(() => api.bodies(calls.decidePayoutFunding)).toEqual([{ decision: 'approve' }]);
});

it('asks before payouts are declined, which are payable again then', async () => {
  await openScreen('/support');
  const decline = page.getByRole('button', { name: 'Decline' });
  await decline.first().click();
  await seeInBoth({
    dialog: ['Decline these payouts?', '¿Rechazar estos pagos?'],
    texts: [['The commission becomes payable again.', 'La comisión vuelve a ser pagable.']],
  });
  await press('Cancelar');
  await seeNoDialog();
  expect(decided()).toEqual([]);
  await page.getByRole('button', { name: 'Rechazar' }).first().click();
  await press('Rechazar');
  await expect.poll(() => api.bodies(calls.decidePayoutFunding)).toEqual([{ decision: 'decline' }]);
});
