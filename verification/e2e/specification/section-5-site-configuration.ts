import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectLimits, type LimitRow, labelled, WHOLE } from '../support/control-limits.ts';
import { saveConfiguration } from '../support/screens.ts';
import { SITE_NAME } from '../support/shop.ts';
import { useVisits } from '../support/visits.ts';

/** Rules of the form of a site's configuration. */
const visits = useVisits();
let page: Page;
beforeAll(async () => {
  page = await visits.page('owner');
});

const LIMITS: readonly LimitRow[] = [
  [
    'min split percentage slider 0.5 to 10 step 0.5',
    (form) => form.getByRole('slider', { name: 'Min split percentage' }),
    { min: '0.5', max: '10', step: '0.5' },
  ],
  [
    'default sibling commission slider 0.5 to 50 step 0.5',
    (form) => form.getByRole('slider', { name: 'Default sibling commission' }),
    { min: '0.5', max: '50', step: '0.5' },
  ],
  ['QR lifetime minimum 1', labelled('QR lifetime'), WHOLE],
  ['max redemptions per QR minimum 1', labelled('Max redemptions per QR'), WHOLE],
  ['max splits per QR minimum 1', labelled('Max splits per QR'), WHOLE],
];

async function openConfiguration(): Promise<Locator> {
  await page.goto('/sites');
  const card = page.getByRole('article').filter({ has: page.getByRole('heading', { name: SITE_NAME }) });
  await card.getByRole('button', { name: 'Configure' }).click();
  await page.getByRole('dialog').getByText('Policy Settings').waitFor();
  return page.getByRole('dialog');
}

describe('5 · Site configuration form: limits', () => {
  let form: Locator;
  beforeAll(async () => {
    form = await openConfiguration();
  });
  it.each(LIMITS)('%s', (_, control, limits) => expectLimits(control(form), limits));
});

describe('5 · Site configuration form', () => {
  it('sent with two decimals, what has changed alone; max total splits as an integer', async () => {
    const dialog = await openConfiguration();
    await dialog.getByLabel('Min split (%)').fill('1.5');
    await dialog.getByLabel('Sibling (%)').fill('2');
    await dialog.getByLabel('Max total splits').fill('');
    const changed = { minSplitPercent: '1.50', commissionPerSiblingQr: '2.00' };
    const seen = { minSplitPercent: '0.50', commissionPerSiblingQr: '1.00' };
    expect(await saveConfiguration(page)).toEqual({ ...changed, seen });
    await dialog.getByLabel('Max total splits').fill('12');
    expect(await saveConfiguration(page)).toMatchObject({ maxTotalSplits: 12 });
  });

  it.each([
    ['site name required', 'Site name', '  ', 'Site name is required.'],
    ['QR lifetime minimum 1', 'QR lifetime', '0', 'Enter 1 or more.'],
    ['max redemptions per QR minimum 1', 'Max redemptions per QR', '', 'This field is required.'],
    ['max splits per QR minimum 1', 'Max splits per QR', '1.5', 'Enter a whole number.'],
  ])('%s', async (_, label, typed, said) => {
    const dialog = await openConfiguration();
    await dialog.getByLabel(label).fill(typed);
    await dialog.getByRole('button', { name: 'Save Configuration' }).click();
    await dialog.getByText(said, { exact: true }).waitFor();
    await expect.poll(() => dialog.getByLabel(label).getAttribute('aria-invalid')).toBe('true');
  });
});

describe('5 · Site configuration form: toggles, checked or unchecked', () => {
  let dialog: Locator;
  beforeAll(async () => {
    dialog = await openConfiguration();
  });
  it.each([
    ['Distributors can split their QRs', 'distributorCanGenerateChildQrs'],
    ['Distributors can create top-level QRs', 'distributorCanGenerateTopLevelQrs'],
    ['Staff can redeem with a code', 'staffCanRedeemWithCode'],
    ['Show the benefit before it is redeemed', 'showBenefitBeforeRedeem'],
  ])('%s', async (label, field) => {
    const toggle = dialog.getByRole('switch', { name: label });
    const before = await toggle.isChecked();
    // By keyboard, because the toast of the previous save may cover the switch.
    await toggle.press('Space');
    await expect.poll(() => toggle.isChecked()).toBe(!before);
    expect(await saveConfiguration(page)).toMatchObject({ [field]: !before });
  });
});
