import { calls } from '@perktree/contracts/catalogue/calls';
import type { CallAnswer } from '@perktree/contracts/kernel/call';
import type { SiteInvitation } from '@perktree/contracts/site/calls';
import { DEFAULT_SITE_CONFIGURATION } from '@perktree/contracts/site/configuration';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { overflow } from '../testing/audit.ts';
import { refusal } from '../testing/fake-api.ts';
import { dialog, field, fillIn, press, seeLimits, seeNoDialog, seeText, seeValues, WHOLE } from '../testing/forms.ts';
import { api, manualTime, openScreen, PHONE } from '../testing/open-screen.tsx';
import { signIn } from '../testing/people.ts';
import { sampleOf } from '../testing/sample.ts';
import { seeInBoth } from '../testing/see.ts';
import { openShop, SITE } from '../testing/shop.ts';
import { seeToast } from '../testing/toasts.ts';

const SAID = 'What the server says.';

beforeEach(() => {
  signIn('site_owner');
  openShop([]);
});
const name = () => dialog().getByRole('textbox', { name: 'Site name' });
const openCreate = () => press('Create Site', page);

it('creates a site: empty after a cancelled one; says why it failed; sends name, currency and time zone', async () => {
  await openScreen('/sites');
  await openCreate();
  await expect.element(name()).toBeRequired();
  await name().fill('Half typed');
  await press('Cancel');
  await expect.element(page.getByRole('button', { name: 'Create Site' })).toHaveFocus();
  await openCreate();
  await expect.element(name()).toHaveValue('');
  const zone = dialog().getByLabelText('Time zone');
  await expect.element(zone).toHaveValue('UTC');
  const currency = dialog().getByRole('combobox', { name: 'Default currency' });
  await expect.element(currency).toHaveTextContent('EUR');
  api.on(calls.createSite, refusal(500, SAID));
  await name().fill('Market Hall');
  await press('Create Site');
  await seeToast('Error creating site', SAID, { isFailure: true });
  await expect.element(name()).toHaveValue('Market Hall');
  expect(api.sent(calls.createSite)[0]?.body).toEqual({ name: 'Market Hall', currency: 'EUR', timeZone: 'UTC' });
  await currency.click();
  const options = page.getByRole('option').elements();
  expect(options.map(({ textContent }) => textContent)).toEqual(['EUR', 'USD', 'GBP']);
  await page.getByRole('option', { name: 'GBP' }).click();
  await zone.selectOptions('Pacific/Auckland');
  api.on(calls.createSite, SITE);
  await press('Create Site');
  await seeToast('Site Created', 'Your new site has been created successfully.');
  const wanted = { name: 'Market Hall', currency: 'GBP', timeZone: 'Pacific/Auckland' };
  expect(api.sent(calls.createSite)[1]?.body).toEqual(wanted);
  await seeNoDialog();
  await openCreate();
  await expect.element(name()).toHaveValue('');
  await expect.element(currency).toHaveTextContent('EUR');
});

it('has a time zone for a configured site, on a phone in Spanish', async () => {
  api.on(calls.configureSite, DEFAULT_SITE_CONFIGURATION);
  await openScreen('/sites', { language: 'es', viewport: PHONE });
  await press('Configurar', page);
  await seeText('Los meses cerrados quedan como se cerraron.', dialog());
  await dialog().getByLabelText('Zona horaria').selectOptions('America/New York');
  await press('Guardar configuración');
  await expect.poll(() => document.querySelector('.toast-title')?.textContent).toBe('Configuración actualizada');
  expect(api.sent(calls.configureSite)[0]?.body).toMatchObject({ timeZone: 'America/New_York' });
});

it('configures a site: as it was after a cancelled change; says why it failed; sends what has changed', async () => {
  const [row, policy] = [page.getByRole('button', { name: 'Configure' }), dialog().getByText('Policy Settings')];
  const saved = { 'Site name': SITE.name, 'QR lifetime (minutes)': '1440', 'Max total splits': '' };
  await openScreen('/sites');
  await row.click();
  await seeValues(saved);
  await fillIn({ 'Site name': 'Half typed', 'QR lifetime (minutes)': '5', 'Max total splits': '7' });
  await press('Cancel');
  await seeNoDialog();
  await row.click();
  await seeValues(saved);
  api.on(calls.configureSite, refusal(500, SAID));
  await press('Save Configuration');
  await seeToast('Error updating configuration', SAID, { isFailure: true });
  await expect.element(policy).toBeVisible();
  await seeText('Closed months stay as they were closed.', dialog());
  api.on(calls.configureSite, { ...DEFAULT_SITE_CONFIGURATION, staffRedeemInOneStep: true });
  await dialog().getByRole('switch', { name: 'Staff redeem in one step, with the default sale amount' }).click();
  await press('Save Configuration');
  await seeToast('Configuration Updated', 'Site configuration has been saved successfully.');
  expect(api.sent(calls.configureSite)[1]?.body).toEqual({
    staffRedeemInOneStep: true,
    seen: { staffRedeemInOneStep: false },
  });
  await seeNoDialog();
});

it('stays open on Back while the site is made', async () => {
  await openScreen('/sites');
  await openCreate();
  await name().fill('Kiosk');
  let answer = (_: typeof SITE) => {};
  api.on(
    calls.createSite,
    () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  );
  await press('Create Site');
  await expect.poll(() => api.sent(calls.createSite)).toHaveLength(1);
  let moves = 0;
  const count = () => {
    moves += 1;
  };
  navigation.addEventListener('currententrychange', count);
  onTestFinished(() => navigation.removeEventListener('currententrychange', count));
  history.back();
  // To the entry before, and back.
  await expect.poll(() => moves).toBe(2);
  await expect.element(name()).toHaveValue('Kiosk');
  answer(SITE);
  await expect.poll(() => document.querySelector('.toast-title')?.textContent).toBe('Site Created');
  expect(location.pathname).toBe('/sites');
});

it('asks before an invitation is withdrawn, whose link stops working at once', async () => {
  const [sample] = sampleOf(calls.listInvitations, 'filled') as CallAnswer<typeof calls.listInvitations>;
  api.answerReads('empty');
  api.on(calls.listInvitations, [{ ...(sample as SiteInvitation), email: 'sam@example.test' }], { total: 1 });
  api.on(calls.withdrawInvitation, sampleOf(calls.withdrawInvitation, 'filled') as never);
  await openScreen('/sites', { viewport: PHONE });
  await press(`Staff of ${SITE.name}`, page);
  const withdraw = dialog().getByRole('button', { name: 'Withdraw the invitation for sam@example.test' });
  await withdraw.click();
  await seeInBoth({
    dialog: ['Withdraw the invitation?', '¿Retirar la invitación?'],
    texts: [
      ['The link sent to sam@example.test stops working.', 'El enlace enviado a sam@example.test deja de funcionar.'],
    ],
  });
  await press('Cancelar', dialog().last());
  expect(api.sent(calls.withdrawInvitation)).toEqual([]);
  await press('Retirar la invitación para sam@example.test');
  await press('Retirar', dialog().last());
  await seeToast('Invitación retirada', null);
  expect(api.sent(calls.withdrawInvitation)).toHaveLength(1);
});

/** The form of a site's configuration: sections 5 and 9. */
const refused = refusal(500, SAID);

async function configure(): Promise<void> {
  api.on(calls.configureSite, refused);
  await openScreen('/sites', { viewport: PHONE });
  await page.getByRole('button', { name: 'Configure' }).click();
  await expect.element(dialog().getByRole('switch').first()).toBeVisible();
}
const bodies = () => api.bodies(calls.configureSite);
/** Saves, and waits for the request number `n`. */
async function save(n: number): Promise<unknown> {
  await press('Save Configuration');
  await expect.poll(() => bodies().length).toBe(n);
  return bodies()[n - 1];
}

it('9 · the defaults of a site; 5 · limits of the controls; fits a phone', async () => {
  await configure();
  await seeValues({
    ...{ 'Min split (%)': '0.50', 'Max splits per QR': '10', 'Max total splits': '', 'QR lifetime (minutes)': '1440' },
    ...{ 'Sibling (%)': '1.00', 'Max redemptions per QR': '3' },
  });
  await expect.element(dialog().getByRole('combobox', { name: 'Renewal policy' })).toHaveTextContent(/^None/);
  const slider = (name: string) => dialog().getByRole('slider', { name });
  await seeLimits(slider('Min split percentage'), { min: '0.5', max: '10', step: '0.5' });
  await seeLimits(slider('Default sibling commission'), { min: '0.5', max: '50', step: '0.5' });
  await seeLimits(field('QR lifetime (minutes)'), WHOLE);
  expect(overflow()).toEqual([]);
});

it('5 · sent with two decimals, what has changed alone; max total splits empty as null, otherwise as an integer', async () => {
  api.on(calls.siteConfiguration, { ...DEFAULT_SITE_CONFIGURATION, maxTotalSplits: 7 });
  await configure();
  await fillIn({ 'Min split (%)': '1.5', 'Sibling (%)': '2', 'Max total splits': '' });
  expect(await save(1)).toEqual({
    ...{ minSplitPercent: '1.50', commissionPerSiblingQr: '2.00', maxTotalSplits: null },
    seen: { minSplitPercent: '0.50', commissionPerSiblingQr: '1.00', maxTotalSplits: 7 },
  });
  await fillIn({ 'Max total splits': '12' });
  expect(await save(2)).toMatchObject({ maxTotalSplits: 12 });
});

it('5 · required fields and minimums', async () => {
  await configure();
  const rows = [
    ['Site name', '  ', 'Site name is required.'],
    ['QR lifetime (minutes)', '0', 'Enter 1 or more.'],
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
  await configure();
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
  await configure();
  await dialog().getByRole('combobox', { name: 'Commission rule' }).click();
  await page.getByRole('option', { name: 'Fixed amount per tier' }).click();
  const amounts = dialog().getByLabelText('Amount per tier');
  await amounts.fill('5.00; x');
  await press('Save Configuration');
  await seeText('Enter a number such as 12.50.', dialog());
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

it('the mail of an invitation that waits is shown as sent once it is, without a reload', async () => {
  const [sample] = sampleOf(calls.listInvitations, 'filled') as CallAnswer<typeof calls.listInvitations>;
  const answer = (state: 'queued' | 'sent') =>
    api.on(calls.listInvitations, [{ ...(sample as SiteInvitation), mail: { state, reason: null } }], { total: 1 });
  api.answerReads('empty');
  answer('queued');
  await openScreen('/sites', { viewport: PHONE });
  const staff = page.getByRole('button', { name: `Staff of ${SITE.name}` });
  await expect.element(staff).toBeVisible();
  const time = manualTime();
  (staff.element() as HTMLElement).click();
  const shown = async () => {
    await time.advance(1_000);
    return document.body.textContent;
  };
  await expect.poll(shown).toContain('Mail waiting to be sent');
  answer('sent');
  await expect.poll(shown).toContain('Mail sent');
});
