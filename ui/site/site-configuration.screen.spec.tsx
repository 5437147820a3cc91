import { calls } from '@perktree/contracts/catalogue/calls';
import { DEFAULT_SITE_CONFIGURATION } from '@perktree/contracts/site/default-configuration';
import { beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { overflow } from '../testing/audit.ts';
import { refusal } from '../testing/fake-api.ts';
import { dialog, field, fillIn, press, seeLimits, seeNoDialog, seeValues, WHOLE } from '../testing/forms.ts';
import { api, openScreen, PHONE } from '../testing/open-screen.tsx';
import { signIn } from '../testing/people.ts';
import { openShop } from '../testing/shop.ts';

/** The form of a site's configuration: sections 5 and 9. */
const refused = refusal(500, 'What the server says.');

beforeEach(() => {
  signIn('site_owner');
  openShop([]);
  api.on(calls.configureSite, refused);
});
async function open(): Promise<void> {
  await openScreen('/sites', { viewport: PHONE });
  await page.getByRole('button', { name: 'Configure' }).click();
  await expect.element(dialog().getByRole('switch').first()).toBeVisible();
}
const bodies = () => api.sent(calls.configureSite).map(({ body }) => body);
/** Saves, and waits for the request number `n`. */
async function save(n: number): Promise<unknown> {
  await press('Save Configuration');
  await expect.poll(() => bodies().length).toBe(n);
  return bodies()[n - 1];
}

it('9 · the defaults of a site; 5 · limits of the controls; fits a phone', async () => {
  await open();
  await seeValues({
    ...{ 'Min split (%)': '0.50', 'Max splits per QR': '10', 'Max total splits': '', 'QR lifetime (minutes)': '1440' },
    ...{ 'Sibling (%)': '1.00', 'Max redemptions per QR': '3' },
  });
  await expect.element(dialog().getByRole('combobox', { name: 'Renewal policy' })).toHaveTextContent(/^None/);
  const slider = (name: string) => dialog().getByRole('slider', { name });
  await seeLimits(slider('Min split percentage'), { min: '0.5', max: '10', step: '0.5' });
  await seeLimits(slider('Default sibling commission'), { min: '0.5', max: '50', step: '0.5' });
  for (const label of ['QR lifetime (minutes)', 'Max redemptions per QR', 'Max splits per QR'])
    await seeLimits(field(label), WHOLE);
  expect(overflow()).toEqual([]);
});

it('5 · sent with two decimals, what has changed alone; max total splits empty as null, otherwise as an integer', async () => {
  api.on(calls.siteConfiguration, { ...DEFAULT_SITE_CONFIGURATION, maxTotalSplits: 7 });
  await open();
  await fillIn({ 'Min split (%)': '1.5', 'Sibling (%)': '2', 'Max total splits': '' });
  expect(await save(1)).toEqual({
    ...{ minSplitPercent: '1.50', commissionPerSiblingQr: '2.00', maxTotalSplits: null },
    seen: { minSplitPercent: '0.50', commissionPerSiblingQr: '1.00', maxTotalSplits: 7 },
  });
  await fillIn({ 'Max total splits': '12' });
  expect(await save(2)).toMatchObject({ maxTotalSplits: 12 });
});

it('5 · required fields and minimums', async () => {
  await open();
  const rows = [
    ['Site name', '  ', 'Site name is required.'],
    ['QR lifetime (minutes)', '0', 'Enter 1 or more.'],
    ['Max redemptions per QR', '', 'This field is required.'],
    ['Maximum sale amount (€)', '', 'This field is required.'],
    ['Max splits per QR', '1.5', 'Enter a whole number.'],
  ] as const;
  for (const [label, typed] of rows) await fillIn({ [label]: typed });
  await press('Save Configuration');
  for (const [label, , said] of rows) {
    await expect.element(dialog().getByText(said, { exact: true }).first()).toBeVisible();
    await expect.element(field(label)).toHaveAttribute('aria-invalid', 'true');
  }
  expect(bodies()).toEqual([]);
});

it('5 · toggles, checked or unchecked', async () => {
  await open();
  const rows = [
    ['Distributors can split their QRs', 'distributorCanGenerateChildQrs'],
    ['Distributors can create top-level QRs', 'distributorCanGenerateTopLevelQrs'],
    ['Staff can redeem with a code', 'staffCanRedeemWithCode'],
    ['Show the benefit before it is redeemed', 'showBenefitBeforeRedeem'],
  ] as const;
  for (const [label] of rows) {
    const toggle = dialog().getByRole('switch', { name: label });
    await expect.element(toggle).toBeChecked();
    (toggle.element() as HTMLElement).focus();
    await userEvent.keyboard(' ');
    await expect.element(toggle).not.toBeChecked();
  }
  expect(await save(1)).toMatchObject(Object.fromEntries(rows.map(([, name]) => [name, false])));
});

it('a commission rule with an amount per tier is checked, sent, and shown again', async () => {
  await open();
  await dialog().getByRole('combobox', { name: 'Commission rule' }).click();
  await page.getByRole('option', { name: 'Fixed amount per tier' }).click();
  const amounts = dialog().getByLabelText('Amount per tier');
  await amounts.fill('5.00; x');
  await press('Save Configuration');
  await expect.element(dialog().getByText('Enter a number such as 12.50.')).toBeVisible();
  await amounts.fill('5.00; 2.00');
  api.on(calls.configureSite, ({ body }) => {
    const { commissionRule } = body as { commissionRule: typeof DEFAULT_SITE_CONFIGURATION.commissionRule };
    const saved = { ...DEFAULT_SITE_CONFIGURATION, commissionRule };
    api.on(calls.siteConfiguration, saved);
    return saved;
  });
  await press('Save Configuration');
  await seeNoDialog();
  expect(bodies()).toMatchObject([{ commissionRule: { settings: { tierAmounts: ['5.00', '2.00'] } } }]);
  await page.getByRole('button', { name: 'Configure' }).click();
  await expect.element(dialog().getByLabelText('Amount per tier')).toHaveValue('5.00; 2.00');
});
