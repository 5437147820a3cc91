import type { Browser, Page } from 'playwright-core';
import { qrButtons, readLinks, registerInBrowser, seeToast } from './actions.ts';
import { MOVING, openWindow } from './browser.ts';

/** Result of the main job. */
export interface Earned {
  /** The amounts under Payouts & Commission of each distributor, from the root down, newest first. */
  readonly ledgers: readonly (readonly string[])[];
  /** Documents that a new customer loads from the printed code to the redemption. */
  readonly loads: number;
  /** Page errors of all windows. */
  readonly pageErrors: readonly string[];
}

/** Differential percents 6, 3 and 1 of the sales 100.00 and 33.33, exact to the cent. */
export const RIGHT_CENTS = [
  ['€2.00', '€6.00'],
  ['€1.00', '€3.00'],
  ['€0.33', '€1.00'],
];

/** The commission amounts that a distributor reads under Payouts & Commission, newest first. */
async function ledgerOf(page: Page): Promise<string[]> {
  await page.goto('/payouts');
  const ledger = page.getByRole('region', { name: 'Commission Breakdown' });
  const amounts = ledger.getByRole('listitem').getByText(/^€\d+\.\d\d$/);
  await amounts.first().waitFor();
  return amounts.allTextContents();
}

/** Upgrades by the subscription page and the built-in payment provider's checkout page. */
async function upgradeToPro(page: Page): Promise<void> {
  await page.goto('/subscription');
  const card = page.getByRole('region', { name: 'Pro', exact: true });
  await card.getByRole('button').click();
  await page.waitForURL('**/checkout/*');
  await page.getByText('This server has no payment provider', { exact: false }).waitFor();
  await page.getByRole('button', { name: 'Confirm', exact: false }).click();
  await page.waitForURL('**/subscription');
  await card.getByRole('button', { name: 'Current Plan' }).waitFor();
}

/** Clicks through the main job, each person in a separate window: from the site to the earnings of three distributors. */
export async function clickThroughMainJob(
  browser: Browser,
  origin: string,
  viewport: { width: number; height: number },
): Promise<Earned> {
  const pageErrors: string[][] = [];
  const register = async (intent: 'Customer' | 'Distributor' | 'Business', firstName: string) => {
    const window = await registerInBrowser(browser, origin, { intent, firstName, viewport });
    pageErrors.push(window.pageErrors);
    return window;
  };

  // The site owner upgrades, because splits of splits and typed codes need Pro.
  const owner = (await register('Business', 'Owner')).page;
  await upgradeToPro(owner);

  // The site owner creates a site.
  await owner.goto('/sites');
  await owner.getByRole('button', { name: 'Create Site' }).first().click();
  const createSite = owner.getByRole('dialog', { name: 'Create Site' });
  await createSite.getByLabel('Site name').fill('Harbour Bakery');
  await createSite.getByRole('button', { name: 'Create Site' }).click();
  await seeToast(owner, 'Site Created');

  // The site owner creates a QR and splits it twice.
  await owner.goto('/qr-management');
  await owner.getByRole('combobox', { name: 'Select Site' }).click();
  await owner.getByRole('option', { name: 'Harbour Bakery' }).click();
  await owner.getByText('No QR codes found for this site.').waitFor();
  const form = owner.locator('form').filter({ has: owner.getByRole('button', { name: 'Create QR Code' }) });
  await form.getByLabel('Name', { exact: false }).first().fill('Bread');
  await form.getByLabel('Discount percent').fill('20');
  await form.getByRole('button', { name: 'Create QR Code' }).click();
  await seeToast(owner, 'QR Created');
  const display = owner.getByRole('dialog', { name: 'QR Code Display' });
  await display.getByAltText('QR code of the customer link').waitFor();
  await owner.keyboard.press('Escape');
  await display.waitFor({ state: 'detached' });
  for (const [parent, name, percent] of [
    ['Bread', 'Flyers', '4'],
    ['Flyers', 'Ferry', '1'],
  ] as const) {
    await qrButtons(owner, parent).getByRole('button', { name: 'Split' }).click();
    const dialog = owner.getByRole('dialog', { name: 'Split QR Commission' });
    await dialog.getByLabel('Name').fill(name);
    await dialog.getByRole('textbox', { name: 'Commission (%)' }).fill(percent);
    await dialog.getByRole('button', { name: 'Create Split' }).click();
    await dialog.waitFor({ state: 'detached' });
    await display.waitFor();
    await owner.keyboard.press('Escape');
    await display.waitFor({ state: 'detached' });
    await qrButtons(owner, name).waitFor();
  }

  // Distributors claim the QRs by the images that the owner sees.
  const distributors: Page[] = [];
  for (const name of ['Bread', 'Flyers', 'Ferry']) {
    const { distributor: link } = await readLinks(owner, name);
    const { page } = await register('Distributor', 'Distributor');
    await page.goto(link);
    await page.getByRole('button', { name: 'Claim QR Code' }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Claim QR Code' }).click();
    await seeToast(page, 'QR Code Claimed!');
    distributors.push(page);
  }

  // A new customer opens the printed code, registers, returns to it and redeems.
  const { customer: customerLink } = await readLinks(owner, 'Ferry');
  const walkIn = await openWindow(browser, origin, viewport, MOVING);
  pageErrors.push(walkIn.pageErrors);
  const customer = walkIn.page;
  let loads = 0;
  customer.on('domcontentloaded', () => {
    loads += 1;
  });
  await customer.goto(customerLink);
  await customer.getByRole('link', { name: 'Sign in to redeem' }).click();
  await customer.getByRole('heading', { name: 'Create your account' }).waitFor();
  await customer.getByLabel('E-mail').fill(`walk-in-${Date.now()}@example.test`);
  await customer.getByLabel('Password').fill('correct horse battery');
  await customer.getByRole('button', { name: 'Create account' }).click();
  await customer.getByRole('button', { name: 'Redeem Benefit' }).click();
  await customer.getByRole('dialog').getByRole('button', { name: 'Redeem Benefit' }).click();
  await seeToast(customer, 'Benefit Redeemed!');

  // Staff join by invitation and redeem another customer's code, for a sale of 33.33.
  await owner.goto('/sites');
  await owner.getByRole('button', { name: 'Staff of Harbour Bakery' }).click();
  const member = await register('Customer', 'Staff');
  await owner.getByLabel('E-mail of the new member').fill(member.email);
  await owner.getByRole('button', { name: 'Invite', exact: true }).click();
  const invitation = (await owner.getByText('/staff-invitations/').textContent()) ?? '';
  const staff = member.page;
  await staff.goto(invitation.trim());
  await staff.getByRole('button', { name: 'Accept invitation' }).click();
  await staff.waitForURL((url) => !url.pathname.startsWith('/staff-invitations'));

  const guest = (await register('Customer', 'Guest')).page;
  await guest.goto(customerLink);
  const code = (await guest.locator('output.code').textContent()) ?? '';
  await staff.goto('/staff-validation');
  await staff.getByLabel('Redemption Code').fill(code.toLowerCase());
  await staff.getByRole('button', { name: 'Validate', exact: true }).click();
  await staff.getByLabel('Sale amount', { exact: false }).fill('33.33');
  await staff.getByRole('button', { name: 'Confirm', exact: true }).click();
  await staff.getByText('Redemption Confirmed!').waitFor();
  await staff.getByText('20% Discount').first().waitFor();

  const ledgers = await Promise.all(distributors.map(ledgerOf));
  return { ledgers, loads, pageErrors: pageErrors.flat() };
}
