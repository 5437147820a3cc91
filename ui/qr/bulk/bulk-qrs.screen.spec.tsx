import { calls } from '@perktree/contracts/catalogue/calls';
import { beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { overflow } from '../../testing/audit.ts';
import { refusal, UNREACHED } from '../../testing/fake-api.ts';
import { press, seeText } from '../../testing/forms.ts';
import { api, openScreen, PHONE } from '../../testing/open-screen.tsx';
import { signIn } from '../../testing/people.ts';
import { inBoth, see, seeInBoth } from '../../testing/see.ts';
import { openShop, QR, SITE } from '../../testing/shop.ts';

const open = () => openScreen(`/qr-management/bulk?site=${SITE.id}`, { viewport: PHONE });
beforeEach(async () => {
  signIn('site_owner');
  openShop([]);
  api.on(calls.createQr, QR);
  await open();
});
async function choose(content: BlobPart): Promise<void> {
  const input = () => document.querySelector('input[type=file]');
  await expect.poll(input).not.toBeNull();
  await userEvent.upload(page.elementLocator(input() as Element), new File([content], 'qrs.csv', { type: 'text/csv' }));
}
const bodies = () => api.sent(calls.createQr).map(({ body }) => body as { name: string });
const rewards = (...rows: readonly string[]) =>
  ['name,type,textReward', ...rows.map((name) => `${name},TEXT_REWARD,Tea`)].join('\n');

it('a row whose answer is lost is not called refused, and is sent again under its key', async () => {
  api.on(calls.createQr, UNREACHED);
  await choose(rewards('One', 'Two'));
  await press('Create 2 QR codes', page);
  const unknown = [
    "We don't know yet whether it was created. Try again: it is not created twice.",
    'Aún no sabemos si se creó. Reinténtalo: no se crea dos veces.',
  ] as const;
  // The next row would not reach the server either.
  await seeInBoth({ texts: [unknown] });
  expect(bodies()).toHaveLength(1);
  api.on(calls.createQr, ({ body }) => ((body as { name: string }).name === 'One' ? QR : refusal(409, 'No more.')));
  await press('Reintentar 2', page);
  await see({ texts: ['Creado', 'Rechazado: No more.'] }, 'es');
  const [lost, repeated, other] = api.sent(calls.createQr).map(({ headers }) => headers.get('idempotency-key'));
  expect(repeated).toBe(lost);
  expect(other).not.toBe(lost);
});

it('a limit of the plan stops the run, and names what was not sent; after the last row the heading has the focus', async () => {
  const limit = refusal(402, 'Your plan allows 1 active QR code.', 'PLAN_LIMIT_REACHED');
  api.on(calls.createQr, ({ body }) => ((body as { name: string }).name === 'One' ? QR : limit));
  await choose(rewards('One', 'Two', 'Three'));
  await press('Create 3 QR codes', page);
  await seeInBoth({ texts: [['Not sent', 'No enviado']], parts: [/Your plan allows 1 active QR code\./] });
  expect(bodies().map(({ name }) => name)).toEqual(['One', 'Two']);
  api.on(calls.createQr, QR);
  (page.getByRole('button', { name: 'Reintentar 2' }).element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => document.activeElement?.tagName).toBe('H1');
  expect(bodies().map(({ name }) => name)).toEqual(['One', 'Two', 'Two', 'Three']);
});

it('a CSV of Excel has semicolons, decimal commas and Windows-1252, whose letters are shown to be checked', async () => {
  const text = 'name;type;discountFixedAmount;commissionPercent\r\nCafé Ñandú;DISCOUNT_FIXED;12,50;7,5\r\n';
  // Latin-1 has all these letters in the same places.
  await choose(Uint8Array.from(text, (letter) => letter.charCodeAt(0)));
  const hint = [
    'This file is not saved as UTF-8, so it was read as Windows-1252. Check letters',
    'Este archivo no está guardado como UTF-8, así que se ha leído como Windows-1252. Comp',
  ] as const;
  await inBoth((say) => seeText(say(hint), page, { exact: false }));
  await seeText('Café Ñandú');
  expect(bodies()).toEqual([]);
  await press('Crear 1 código QR', page);
  const body = { name: 'Café Ñandú', discountFixedAmount: 12.5, commissionPercent: '7.5' };
  await expect.poll(bodies).toMatchObject([body]);
});

it('another file ends a creation that is under way, because its progress is no longer shown', async () => {
  let answer = () => {};
  const answered = new Promise<typeof QR>((resolve) => {
    answer = () => resolve(QR);
  });
  api.on(calls.createQr, () => answered);
  const created = () => bodies().map(({ name }) => name);
  await choose(rewards('Five', 'Six'));
  await press('Create 2 QR codes', page);
  await expect.poll(created).toEqual(['Five']);
  await choose(rewards('Other'));
  await expect.element(page.getByRole('cell', { name: 'Other' })).toBeVisible();
  answer();
  await press('Create 1 QR code', page);
  await expect.poll(created).toEqual(['Five', 'Other']);
});

const row = (name: string, parent: string, percent = '') => `${name},${parent},TEXT_REWARD,Tea,${percent}\n`;
const TITLES = 'name,parent,type,textReward,commissionPercent\n';
const TREE = `${TITLES}${row('Root', '', '10')}${row('Leaf', 'Branch')}${row('Branch', 'Root', '4')}${row('Alone', '', '7')}`;

it('trees of a file are checked, shown with their parents and which siblings have one name, and created whole', async () => {
  api.on(calls.importTree, ({ body }) => ({ rootQrId: QR.id, created: 'checkOnly' in (body as object) ? 0 : 3 }));
  await choose(TREE);
  await expect.element(page.getByRole('cell', { name: 'Site setting' })).toBeVisible();
  const qrs = [
    { name: 'Root', parent: null, commissionPercent: '10' },
    { name: 'Branch', parent: 0 },
    { name: 'Leaf', parent: 1 },
  ];
  expect(api.bodies(calls.importTree)).toMatchObject([{ checkOnly: true, qrs }]);
  expect(overflow()).toEqual([]);
  await press('Create 4 QR codes', page);
  await seeText('4 of 4 created');
  expect(api.sent(calls.importTree)[1]?.body).not.toHaveProperty('checkOnly');
  expect(api.sent(calls.importTree)).toHaveLength(2);
  expect(bodies()).toMatchObject([{ name: 'Alone', commissionPercent: '7' }]);
  await open();
  await choose(`${TREE}${row('Leaf', 'Branch')}${row('Leaf', 'Root')}`);
  await expect.element(page.getByText(/^Rows 3, 6 have the same name, .*Leaf/)).toBeVisible();
  await expect.element(page.getByRole('cell', { name: /Branch.* \(row 4\)/ }).first()).toBeVisible();
  expect(document.querySelectorAll('main [role=alert]')).toHaveLength(1);
});

it('trees that the server would refuse, and unknown parents before it is asked, name the row, and nothing is created', async () => {
  const problem = () => document.querySelector('main li')?.textContent;
  await choose(`${TITLES}${row('Root', '')}${row('Leaf', 'Nowhere')}`);
  await expect.poll(problem).toBe('Row 3, parent: No row has this name or number.');
  expect(api.sent(calls.importTree)).toEqual([]);
  const values = { available: '6.00', row: 1 };
  api.on(calls.importTree, refusal(400, 'Maximum available commission is 6.00%', 'COMMISSION_TOO_HIGH', { values }));
  await open();
  await choose(TREE);
  await seeText('Nothing was created.', page, { exact: false });
  await expect.poll(problem).toMatch(/^Row 4: Maximum available commission is 6/);
  await expect.element(page.getByRole('button', { name: 'Create 4 QR codes' })).not.toBeInTheDocument();
});
