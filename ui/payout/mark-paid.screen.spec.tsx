import { calls } from '@perktree/contracts/catalogue/calls';
import type { CallAnswer } from '@perktree/contracts/kernel/call';
import type { PayoutAnswer } from '@perktree/contracts/payout/calls';
import { beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { queryKeyOf } from '../lib/use-api.ts';
import { axeFindings, overflow } from '../testing/audit.ts';
import { refusal, type SentRequest, UNREACHED } from '../testing/fake-api.ts';
import { button, dialog, field, press, seeNoDialog, seeText } from '../testing/forms.ts';
import { api, manualTime, NOW, openScreen, PHONE } from '../testing/open-screen.tsx';
import { signIn } from '../testing/people.ts';
import { sampleOf } from '../testing/sample.ts';
import { inBoth, seeInBoth } from '../testing/see.ts';
import { PAYOUT } from '../testing/shop.ts';
import { seeToast } from '../testing/toasts.ts';

const payoutTo = (n: number, name: string, amount: string, more: Partial<PayoutAnswer> = {}): PayoutAnswer => ({
  ...{ ...PAYOUT, id: `00000000-0000-4000-8000-00000000000${n}`, distributorId: `user-${name}`, name, amount },
  ...more,
});
const THREE = [payoutTo(1, 'Ana', '20.10'), payoutTo(2, 'Ben', '20.20'), payoutTo(3, 'Cleo', '1000.30')];

beforeEach(() => {
  signIn('site_owner');
  api.answerReads('empty');
  api.on(calls.ownPayouts, THREE, { total: 3 });
});

const box = (name: string) => page.getByRole('checkbox', { name, exact: true });
const sent = () => api.sent(calls.markPayoutPaid);
const keyOf = (request: SentRequest | undefined) => request?.headers.get('idempotency-key');

/** The live stream tells of the first payout while the others are still to be sent: the dialog stays. */
async function seeListReadAgain(): Promise<void> {
  const reads = () => api.sent(calls.ownPayouts).length;
  const before = reads();
  api.push('invalidate', { position: '1', keys: [queryKeyOf(calls.ownPayouts)] });
  await expect.poll(reads).toBeGreaterThan(before);
}

it('three payouts are paid by five clicks and one reference', async () => {
  api.on(calls.markPayoutPaid, async ({ params }) => {
    const paid = THREE.map((payout) => ({ ...payout, status: 'paid' as const }));
    api.on(calls.ownPayouts, paid, { total: 3 });
    if (sent().length === 1) await seeListReadAgain();
    return paid.find(({ id }) => id === params.payoutId) as PayoutAnswer;
  });
  await openScreen('/payouts', { viewport: PHONE });
  const ana = box('Select the payout of €20.10 to Ana');
  await ana.click();
  await box('Select the payout of €20.20 to Ben').click();
  await box('Select the payout of €1,000.30 to Cleo').click();
  await inBoth((say) => seeText(say(['3 selected: €1,040.60', '3 seleccionados: 1040,60 €'])));
  await button('Marcar como pagado').click();
  await seeInBoth({
    texts: [
      [
        'Confirm that you have paid 3 payouts: €1,040.60 in total.',
        'Confirma que has hecho 3 pagos: 1040,60 € en total.',
      ],
    ],
    buttons: [['Mark 3 as paid', 'Marcar 3 como pagados']],
  });
  await expect.element(field('Referencia del pago')).toHaveFocus();
  expect([...(await axeFindings()), ...overflow()]).toEqual([]);
  await userEvent.keyboard('Transfer 7');
  await press('Marcar 3 como pagados');
  await seeToast('3 pagos marcados como pagados', '1040,60\u00a0€');
  await seeNoDialog();
  expect(sent().map(({ params, body }) => [params.payoutId, body])).toEqual(
    THREE.map(({ id }) => [id, { reference: 'Transfer 7' }]),
  );
  expect(new Set(sent().map(keyOf)).size).toBe(3);
  await expect.element(page.getByRole('checkbox')).not.toBeInTheDocument();
});

it('a cancelled dialog keeps the choice; sums are by currency', async () => {
  const pounds = payoutTo(2, 'Ben', '20.20', { currency: 'GBP' });
  api.on(calls.ownPayouts, [THREE[0] as PayoutAnswer, pounds], { total: 2 });
  await openScreen('/payouts');
  await box('Select all 2 open payouts').click();
  await button('Mark as paid').click();
  await seeText('Confirm that you have paid 2 payouts: €20.10 and £20.20 in total.');
  await press('Cancel');
  await seeNoDialog();
  await seeText('2 selected: €20.10 and £20.20');
});

it('a reference that was not sent stays with the payouts that it was typed for', async () => {
  const choose = async (name: string) => {
    await openScreen('/payouts');
    await box(name).click();
    await button('Mark as paid').click();
  };
  await choose('Select the payout of €20.10 to Ana');
  await field('Payment reference').fill('Transfer 7');
  await choose('Select the payout of €20.20 to Ben');
  await expect.element(field('Payment reference')).toHaveValue('');
  await choose('Select the payout of €20.10 to Ana');
  await expect.element(field('Payment reference')).toHaveValue('Transfer 7');
});

it('what the payment provider pays, and what is paid, cannot be chosen', async () => {
  const others = [
    payoutTo(4, 'Dana', '4.00', { settlement: 'provider', funding: 'collecting' }),
    payoutTo(5, 'Eva', '5.00', { settlement: 'provider' }),
    payoutTo(6, 'Fay', '6.00', { status: 'paid' }),
  ];
  api.on(calls.ownPayouts, [...THREE, ...others], { total: 6 });
  await openScreen('/payouts?payouts=all');
  await box('Select all 3 open payouts').click();
  await seeText('3 selected: €1,040.60');
  await expect.element(page.getByText('Eva')).toBeInTheDocument();
  expect(page.getByRole('checkbox').elements()).toHaveLength(4);
});

it('a payout that waits for a second person says so, leads to the approvals, and cannot be marked', async () => {
  const [ana, ben] = THREE as [PayoutAnswer, PayoutAnswer];
  const sample = sampleOf(calls.approvals, 'empty') as CallAnswer<typeof calls.approvals>;
  const approved = { by: { id: 'user-sam', name: 'Sam' }, at: NOW.toISOString() };
  const needing = [ana, ben].map(({ id, name, distributorId, amount, currency, createdAt }) => ({
    ...{ id, amount, currency, createdAt, distributor: { id: distributorId, name } },
    approved: id === ben.id ? approved : null,
  }));
  api.on(calls.approvals, { ...sample, payouts: needing });
  await openScreen('/payouts', { viewport: PHONE });
  await box('Select all 2 open payouts').click();
  await inBoth((say) => seeText(say(['2 selected: €1,020.50', '2 seleccionados: 1020,50 €'])));
  const waits = [
    'Waiting for approval by a second person. Then you can mark it as paid.',
    'En espera de la aprobación de una segunda persona. Después puedes marcarlo como pagado.',
  ] as const;
  await seeInBoth({ texts: [waits], links: [['Approvals', 'Aprobaciones']] });
  expect(api.params(calls.approvals)).toEqual([{ siteId: ana.siteId }]);
  const menu = async (name: string) => {
    await page.getByRole('button', { name: `Acciones del pago a ${name}` }).click();
    const items = page.getByRole('menuitem');
    await expect.element(items.first()).toBeVisible();
    const names = items.elements().map(({ textContent }) => textContent);
    await userEvent.keyboard('{Escape}');
    await expect.element(items.first()).not.toBeInTheDocument();
    return names;
  };
  expect(await menu('Ana')).toEqual(['Cancelar pago']);
  expect(await menu('Ben')).toEqual(['Marcar como pagado', 'Cancelar pago']);
  expect([...(await axeFindings()), ...overflow()]).toEqual([]);
});

it('names the outcome of each: a lost answer is asked for again under its key, and is not called refused', async () => {
  const [ana, ben, cleo] = THREE as [PayoutAnswer, PayoutAnswer, PayoutAnswer];
  let reach = () => {};
  const reached = new Promise<void>((resolve) => {
    reach = resolve;
  });
  const answers = [refusal(409, 'It is paid already.'), UNREACHED, reached.then(() => ben), cleo];
  api.on(calls.markPayoutPaid, () => answers.shift() as never);
  await openScreen('/payouts', { viewport: PHONE });
  await box('Select all 3 open payouts').click();
  await button('Mark as paid').click();
  await field('Payment reference').fill('Transfer 7');
  manualTime();
  await press('Mark 3 as paid');
  const outcomes = () =>
    dialog()
      .getByRole('listitem')
      .elements()
      .map((row) => (row as HTMLElement).innerText.split('\n').filter((line) => line !== ''));
  const refused = ['Ana', 'Refused: It is paid already.', '€20.10'];
  await expect
    .poll(outcomes)
    .toEqual([
      refused,
      ['Ben', "We don't know yet whether it was marked. Asking again: it is not marked twice.", '€20.20'],
      ['Cleo', 'Not marked yet', '€1,000.30'],
    ]);
  await seeText('0 of 3 payouts are marked as paid.', dialog());
  reach();
  await expect
    .poll(outcomes)
    .toEqual([refused, ['Ben', 'Marked as paid', '€20.20'], ['Cleo', 'Marked as paid', '€1,000.30']]);
  const [refusedOne, lost, repeated] = sent();
  expect([repeated?.params.payoutId, keyOf(repeated)]).toEqual([ben.id, keyOf(lost)]);
  // The refusal is kept with its key, so that payout is sent under another one.
  api.on(calls.markPayoutPaid, ana);
  await press('Try 1 again');
  await seeToast('3 payouts marked as paid', '€1,040.60');
  await seeNoDialog();
  const last = sent().at(-1);
  expect(last?.params.payoutId).toBe(ana.id);
  expect(keyOf(last)).not.toBe(keyOf(refusedOne));
});
