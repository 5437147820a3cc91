import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { DESKTOP, openWindow, PHONE } from './support/browser.ts';
import { readQr } from './support/read-qr.ts';
import { useProduct } from './support/use-product.ts';
import { type Language, type Words, wordsIn } from './support/words.ts';

/** A folder for pictures after each task, to look at. */
const PICTURES = process.env.PICTURES;
const PASSWORD = 'correct horse battery';
/** Taps and page loads of each task, on either size. The pages of accounts are documents of their own. */
const TAKES = {
  'register a business': { taps: 2, loads: 3 },
  'create a site': { taps: 2, loads: 0 },
  'create a QR': { taps: 2, loads: 0 },
  'show a QR': { taps: 1, loads: 0 },
  'invite staff': { taps: 2, loads: 1 },
  'join the staff': { taps: 3, loads: 4 },
  'sign up to claim': { taps: 2, loads: 3 },
  'claim a QR': { taps: 2, loads: 0 },
  'redeem as a new customer': { taps: 2, loads: 3 },
  'redeem at the counter': { taps: 1, loads: 1 },
  'make a statement': { taps: 2, loads: 1 },
} as const;
type Task = keyof typeof TAKES;

/** A window whose taps and page loads count. */
class Hand {
  taps = 0;
  loads = 0;
  pictures = 0;
  constructor(
    readonly page: Page,
    readonly name: string,
  ) {
    page.on('domcontentloaded', () => {
      this.loads += 1;
    });
  }

  async tap(what: Locator): Promise<void> {
    await what.click();
    this.taps += 1;
  }

  async look(task: string): Promise<void> {
    if (PICTURES) await this.page.screenshot({ path: join(PICTURES, `${this.name}-${task.replaceAll(' ', '-')}.png`) });
  }
}

/** From an empty store to the first statement. @returns what each task took */
async function walk(browser: Browser, origin: string, language: Language, viewport: typeof PHONE) {
  const t = wordsIn(language);
  const took: Partial<Record<Task, { taps: number; loads: number }>> = {};
  const errors: string[][] = [];
  const open = async () => {
    const window = await openWindow(browser, origin, viewport, { locale: language === 'es' ? 'es-ES' : 'en-GB' });
    errors.push(window.pageErrors);
    return new Hand(window.page, `${language}-${viewport.width}`);
  };
  const during = async (task: Task, hand: Hand, action: () => Promise<void>) => {
    const before = { taps: hand.taps, loads: hand.loads };
    await action();
    await hand.look(task);
    took[task] = { taps: hand.taps - before.taps, loads: hand.loads - before.loads };
  };

  const owner = await open();
  await during('register a business', owner, async () => {
    await owner.page.goto('/');
    await owner.tap(owner.page.getByRole('link', { name: t('landing:signUp') }).last());
    await register(owner, t, 'owner');
    await owner.page.getByText(t('dashboard:start.title')).waitFor();
  });
  await upgrade(owner);
  await during('create a site', owner, () => createSite(owner, t));
  let links = { customer: '', distributor: '' };
  await during('create a QR', owner, () => createQr(owner, t));
  await during('show a QR', owner, async () => {
    await owner.page.keyboard.press('Escape');
    await owner.tap(owner.page.getByRole('button', { name: t('qr-management:row.show') }).first());
    links = await linksOf(owner, t);
  });

  const staffAddress = `staff-${language}@example.test`;
  let invitation = '';
  await during('invite staff', owner, async () => {
    await owner.page.goto('/sites');
    await owner.tap(owner.page.getByRole('button', { name: t('sites:card.staffOf', { name: 'Café' }) }));
    await owner.page.getByLabel(t('sites:staff.email')).fill(staffAddress);
    await owner.tap(owner.page.getByRole('button', { name: t('sites:staff.invite'), exact: true }));
    invitation = ((await owner.page.getByText('/staff-invitations/').first().textContent()) ?? '').trim();
  });
  const staff = await open();
  await during('join the staff', staff, async () => {
    await staff.page.goto(invitation);
    await staff.tap(staff.page.getByRole('link', { name: t('staff-invitation:register') }));
    await register(staff, t, 'staff', staffAddress);
    await staff.tap(staff.page.getByRole('button', { name: t('staff-invitation:accept') }));
    await staff.page.waitForURL('**/staff-validation');
  });

  const distributor = await open();
  await during('sign up to claim', distributor, async () => {
    const { page } = distributor;
    await page.goto(links.distributor);
    await distributor.tap(page.getByRole('link', { name: t('link-pages:distributor.signUp') }).first());
    await register(distributor, t, 'distributor');
    await page
      .getByRole('button', { name: t('link-pages:distributor.claim') })
      .first()
      .waitFor();
  });
  await during('claim a QR', distributor, async () => {
    const { page } = distributor;
    await distributor.tap(page.getByRole('button', { name: t('link-pages:distributor.claim') }).first());
    await distributor.tap(page.getByRole('dialog').getByRole('button', { name: t('link-pages:distributor.claim') }));
    await page.getByText(t('link-pages:distributor.success')).first().waitFor();
  });

  const customer = await open();
  await during('redeem as a new customer', customer, async () => {
    const { page } = customer;
    await page.goto(links.customer);
    await customer.tap(page.getByRole('link', { name: t('link-pages:customer.signIn') }));
    await register(customer, t, 'customer');
    await page.locator('output.code').waitFor();
  });
  const code = (await customer.page.locator('output.code').textContent()) ?? '';
  await during('redeem at the counter', staff, async () => {
    const { page } = staff;
    await page.goto('/staff-validation');
    await page.getByLabel(t('counter:form.code')).fill(code);
    await page.keyboard.press('Enter');
    await page.getByLabel(t('counter:offer.amount', { currency: '€' })).fill(language === 'es' ? '12,50' : '12.50');
    await staff.tap(page.getByRole('button', { name: t('counter:offer.confirm'), exact: true }));
    await page.getByText(t('counter:confirmed.title')).first().waitFor();
  });
  await during('make a statement', owner, async () => {
    await owner.page.goto('/sites');
    await owner.tap(owner.page.getByRole('link', { name: t('sites:card.auditOf', { name: 'Café' }) }));
    await owner.tap(owner.page.getByRole('button', { name: t('statement:make') }));
    await owner.page.getByRole('button', { name: t('statement:pdfLabel') }).waitFor();
  });
  return { took, errors: errors.flat() };
}

async function register(hand: Hand, t: Words, name: string, email = `${name}-${hand.name}@example.test`) {
  const { page } = hand;
  await page.getByLabel(t('accounts:field.firstName')).fill(name);
  const address = page.getByLabel(t('accounts:field.email'));
  if ((await address.inputValue()) === '') await address.fill(email);
  await page.getByLabel(t('accounts:field.password')).fill(PASSWORD);
  await hand.tap(page.getByRole('button', { name: t('accounts:register.submit') }));
}

/** Typed codes need Pro: a till without a camera redeems nothing on Free. */
async function upgrade({ page }: Hand) {
  const checkout = await page.request.post('/api/create-subscription', { data: { priceId: 'price_pro' } });
  const { url } = (await checkout.json()) as { url: string };
  const confirmed = await page.request.post(`/api/offline-checkout/${url.split('/').at(-1)}/confirm`);
  expect(confirmed.status()).toBe(200);
}

async function createSite(hand: Hand, t: Words) {
  const { page } = hand;
  await hand.tap(page.getByRole('link', { name: t('dashboard:action.createSite') }).first());
  await page.getByLabel(t('sites:create.name')).fill('Café');
  await hand.tap(page.getByRole('dialog').getByRole('button', { name: t('sites:create.submit') }));
  await page.getByText(t('sites:create.success')).first().waitFor();
}

async function createQr(hand: Hand, t: Words) {
  const { page } = hand;
  await hand.tap(page.getByRole('link', { name: t('sites:next.createQr') }).first());
  await page.getByLabel(t('qr:field.name')).first().fill('Espresso');
  await page.getByLabel(t('qr:field.discountPercent')).fill('10');
  await hand.tap(page.getByRole('button', { name: t('qr-management:create.submit') }));
  await page.getByRole('dialog', { name: t('qr:display.title') }).waitFor();
}

/** The links in the images of the open dialog. */
async function linksOf({ page }: Hand, t: Words) {
  const dialog = page.getByRole('dialog', { name: t('qr:display.title') });
  const customer = await readQr(dialog.getByAltText(t('qr:display.customerAlt')));
  await dialog.getByRole('tab', { name: t('qr:display.distributorTab') }).click();
  const distributor = await readQr(dialog.getByAltText(t('qr:display.distributorAlt')));
  return { customer, distributor };
}

describe('a first day from an empty store', () => {
  const running = useProduct('nothing');

  it.each([
    ['es', PHONE],
    ['en', DESKTOP],
  ] as const)('takes few taps and page loads in %s at %o', async (language, viewport) => {
    const { took, errors } = await walk(running.browser, running.product.url, language, viewport);
    expect(errors).toEqual([]);
    expect(took).toEqual(TAKES);
  });
});
