import { readFileSync } from 'node:fs';
import { SITE_COLLECTOR } from '@perktree/apps/standalone/demo/fill-large';
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { seeToast } from './support/actions.ts';
import { DESKTOP, openWindow, PATIENCE_MS, PHONE, type Window } from './support/browser.ts';
import { demoAccount } from './support/furnish.ts';
import { Person } from './support/person.ts';
import { useProduct } from './support/use-product.ts';

const running = useProduct('the medium business');
const soon = { timeout: PATIENCE_MS };
/** Pause between two keystrokes of a fast typist, in milliseconds. */
const BETWEEN_LETTERS_MS = 90;
/** Lists are narrow and long on a phone; other widths: ui/components/list. */
const SIZES = [['a phone', PHONE]] as const;

interface Named {
  readonly id: string;
  readonly name: string;
}
interface Redemption {
  readonly id: string;
  readonly customerName: string;
  readonly qrName: string;
}

let owner: Person;
let siteId: string;
let opened: Window | undefined;
let traffic: Awaited<ReturnType<typeof startTraffic>>;

beforeAll(async () => {
  const { url } = running.product;
  owner = await Person.signIn(url, demoAccount('owner'));
  [{ id: siteId }] = await owner.get<[Named]>('/api/me/sites');
  traffic = await startTraffic();
});
// A report of the site is generated during each test.
beforeEach(async () => {
  expect((await owner.send('GET', `/api/sites/${siteId}/audit?wait=0`)).status).toBe(202);
});
afterEach(() => opened?.context.close());
afterAll(async () => {
  const events = await traffic?.stop();
  expect(events).toBeGreaterThan(10);
});

/** Redeems once a second, each time a QR that the customer has not scanned. `stop` gives the number of redemptions. */
async function startTraffic() {
  const { url } = running.product;
  const customer = await Person.signIn(url, demoAccount('customer'));
  const staff = await Person.signIn(url, demoAccount('staff'));
  const labels = await owner.get<{ customerUrl: string }[]>(`/api/sites/${siteId}/qrs/labels?limit=200`);
  let redeemed = 0;
  let isOver = false;
  const run = (async () => {
    for (const { customerUrl } of labels) {
      const next = Date.now() + 1_000;
      const token = customerUrl.split('/').at(-1);
      const { redemptionCode } = await customer.post<{ redemptionCode?: string }>('/api/scan', { token });
      if (redemptionCode === undefined) continue;
      await staff.post('/api/staff/redeem', { redemptionCode, saleAmount: '10.00' });
      redeemed += 1;
      while (!isOver && Date.now() < next) await new Promise((resolve) => setTimeout(resolve, 50));
      if (isOver) return;
    }
  })();
  // Avoid an unhandled rejection; `stop()` rethrows.
  run.catch(() => {});
  return {
    async stop() {
      isOver = true;
      await run;
      return redeemed;
    },
  };
}

async function openAs(account: { email: string; password: string }, path: string, viewport = DESKTOP): Promise<Page> {
  opened = await openWindow(running.browser, running.product.url, viewport);
  const { page, context } = opened;
  const { email, password } = account;
  await context.request.post('/api/auth/login', { data: { email, password } });
  await page.goto(path);
  return page;
}

/** Types at a person's speed, and checks that no letter is lost. */
async function typeIn(field: Locator, text: string): Promise<void> {
  await field.waitFor(soon);
  await field.pressSequentially(text, { delay: BETWEEN_LETTERS_MS });
  await expect.poll(() => field.inputValue()).toBe(text);
}

/** Waits until a search has left one such control: while the list gets shorter, a click can miss. */
const isFound = (page: Page, role: 'link' | 'button', name: RegExp) =>
  expect.poll(() => page.getByRole(role, { name }).count(), soon).toBe(1);

/** Downloads a CSV by its button, and returns its lines. */
async function csvOf(page: Page, what: string): Promise<readonly string[]> {
  const [file] = await Promise.all([
    page.waitForEvent('download', soon),
    page.getByRole('button', { name: `Download ${what} as CSV` }).click(),
  ]);
  return readFileSync(await file.path(), 'utf8')
    .trim()
    .split('\r\n');
}

const rowsOf = (page: Page, list: string, text: string) =>
  page.getByRole('list', { name: list, exact: true }).getByRole('listitem').filter({ hasText: text });

/** The oldest row of a list, read by the API. */
const oldestOf = async <Row>(person: Person, path: string): Promise<Row> => {
  const [row] = await person.get<Row[]>(`${path}?sort=oldest&limit=1`);
  if (row === undefined) throw new Error(`nothing in ${path}`);
  return row;
};
/** The last row by name. */
const lastByName = async (person: Person, path: string): Promise<Named> => {
  const row = (await person.get<Named[]>(`${path}?sort=name&limit=200`)).at(-1);
  if (row === undefined) throw new Error(`nothing in ${path}`);
  return row;
};

describe.each(SIZES)('an owner on %s', (_, viewport) => {
  const as = (path: string) => openAs(demoAccount('owner'), path, viewport);

  it('finds the oldest redemption, exports it, opens its timeline and reverses it', async () => {
    const path = `/sites/${siteId}/redemptions`;
    const [last] = await owner.get<[Redemption]>(`/api${path}?sort=oldest&limit=1&show=redeemed`);
    const page = await as(path);
    await typeIn(page.getByRole('searchbox').first(), `${last.customerName} ${last.qrName}`);
    // By id: customers redeem a QR again, and the list may not be filtered yet.
    const row = page.locator(`[id="redemption-${last.id}"]`);
    await row.waitFor(soon);
    expect((await csvOf(page, 'Redemptions')).at(-1)).toContain(last.customerName);
    await row.getByRole('link', { name: /^Timeline of / }).click();
    await page.getByRole('heading', { name: `Redemption: ${last.qrName}`, level: 1 }).waitFor(soon);
    await page.goBack();
    await row.getByRole('button', { name: /^Reverse / }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Returned');
    await dialog.getByRole('button', { name: 'Reverse', exact: true }).click();
    await page.getByText('Redemption reversed').first().waitFor(soon);
    const [found] = await owner.get<[{ isWhollyReversed: boolean }]>(`/api${path}?ids=${last.id}`);
    expect(found.isWhollyReversed).toBe(true);
  });

  it('finds the last QR, renames it, and finds it in the CSV of all', async () => {
    const last = await lastByName(owner, `/api/sites/${siteId}/qrs`);
    const page = await as(`/qr-management?site=${siteId}`);
    await typeIn(page.getByRole('searchbox'), last.name);
    const more = page.getByRole('button', { name: `More for ${last.name}`, exact: true });
    await more.waitFor(soon);
    await more.locator('xpath=..').getByRole('button', { name: 'Edit', exact: true }).click();
    const dialog = page.getByRole('dialog');
    const name = `Zebra by ${viewport === PHONE ? 'phone' : 'desktop'}`;
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('searchbox').fill('');
    await expect.poll(() => csvOf(page, 'QR Commission Tree').then((lines) => lines.join('\n')), soon).toContain(name);
  });

  it('finds the oldest payout, exports it, and blocks and unblocks the last distributor', async () => {
    const last = await oldestOf<Named>(owner, '/api/distributors/me/payouts');
    const page = await as('/payouts?payouts=all');
    await typeIn(page.getByRole('searchbox', { name: 'Search distributor, payout, reference or amount' }), last.name);
    await rowsOf(page, 'Payout History', last.name).first().waitFor(soon);
    expect((await csvOf(page, 'Payout History')).at(-1)).toContain(last.name);

    const top = await owner.get<{ name: string }[]>(`/api/sites/${siteId}/top-distributors?limit=200`);
    const { name = '' } = top.findLast((person, n) => top.findIndex((other) => other.name === person.name) === n) ?? {};
    await page.getByRole('region', { name: 'Top Distributors' }).scrollIntoViewIfNeeded();
    await typeIn(page.getByRole('searchbox', { name: 'Search distributors', exact: true }).first(), name);
    await page
      .getByRole('button', { name: `Block ${name}`, exact: true })
      .first()
      .click();
    await page.getByRole('dialog').getByRole('button', { name: 'Block', exact: true }).click();
    await seeToast(page, 'Distributor Blocked');
    const blocked = rowsOf(page, 'Blocked distributors', name);
    await blocked.getByRole('button', { name: `Unblock ${name}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Unblock', exact: true }).click();
    await seeToast(page, 'Distributor Unblocked');
    expect((await csvOf(page, 'Top Distributors')).join('\n')).toContain(name);
  });

  it('of many sites finds the last one, invites a person and revokes the invitation', async () => {
    const page = await openAs({ ...demoAccount('owner'), email: SITE_COLLECTOR }, '/sites', viewport);
    expect((await csvOf(page, 'Sites')).at(-1)).toContain('Kiosk 001');
    await typeIn(page.getByRole('searchbox'), 'Kiosk 001');
    await isFound(page, 'button', /^Staff of /);
    await page.getByRole('button', { name: 'Staff of Kiosk 001' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: /mail/ }).fill('last@example.test');
    await dialog.getByRole('button', { name: /^Invite/ }).click();
    await dialog.getByRole('button', { name: 'Withdraw the invitation for last@example.test' }).click();
    await seeToast(page, 'Invitation withdrawn');
  });

  it('finds the last of the staff and removes them', async () => {
    const staff = await owner.get<{ userId: string; name: string; email: string }[]>(
      `/api/sites/${siteId}/staff?limit=200`,
    );
    // Not the demo's staff member, who redeems at the same time.
    const last = staff.findLast(({ email }) => email !== demoAccount('staff').email);
    if (last === undefined) throw new Error('no staff');
    const page = await as('/sites');
    await page.getByRole('button', { name: 'Staff of Grand Harbour Hotels' }).click();
    const dialog = page.getByRole('dialog');
    await typeIn(dialog.getByRole('searchbox').first(), last.email);
    await dialog.getByRole('button', { name: `Remove ${last.name}` }).click();
    await page.getByRole('dialog').last().getByRole('button', { name: 'Remove', exact: true }).click();
    await expect
      .poll(() => owner.get<unknown[]>(`/api/sites/${siteId}/staff?q=${encodeURIComponent(last.email)}`), soon)
      .toEqual([]);
  });
});

it.each(SIZES)(
  'a distributor on %s finds, explains and exports the oldest entry, and opens the last QR',
  async (_, viewport) => {
    const distributor = await Person.signIn(running.product.url, demoAccount('distributor'));
    const last = await oldestOf<{ id: string; redemptionId: string }>(distributor, '/api/distributors/me/ledger');
    const page = await openAs(demoAccount('distributor'), '/payouts', viewport);
    await typeIn(
      page.getByRole('searchbox', { name: 'Search entry, payout, QR, redemption or amount' }),
      last.redemptionId,
    );
    const list = page.getByRole('list', { name: 'Commission Breakdown', exact: true });
    await expect.poll(() => list.getByRole('listitem').count(), soon).toBeLessThan(5);
    expect((await csvOf(page, 'Commission Breakdown')).join('\n')).toContain(last.redemptionId);
    await list
      .getByRole('button', { name: /^Explain / })
      .first()
      .click();
    await page.getByRole('dialog').getByText('gives the same amounts').waitFor(soon);
    await page.goto('/qr-management');
    const qr = await lastByName(distributor, '/api/distributors/me/qrs');
    await typeIn(page.getByRole('searchbox'), qr.name);
    await page.getByRole('button', { name: `More for ${qr.name}`, exact: true }).click();
    await page.getByRole('menuitem', { name: 'Show QR Code' }).click();
    await page.getByRole('dialog', { name: 'QR Code Display' }).waitFor(soon);
  },
);

it.each(SIZES)('staff on %s find and export their oldest validation', async (_, viewport) => {
  const staff = await Person.signIn(running.product.url, demoAccount('staff'));
  const last = await oldestOf<{ customerName: string }>(staff, '/api/staff/validations');
  const page = await openAs(demoAccount('staff'), '/staff-validation', viewport);
  await typeIn(page.getByRole('searchbox'), last.customerName);
  await rowsOf(page, 'Recent Validations', last.customerName).last().waitFor(soon);
  expect((await csvOf(page, 'Recent Validations')).at(-1)).toContain(last.customerName);
});

it.each(SIZES)('a customer on %s finds and exports the oldest scan', async (_, viewport) => {
  const customer = await Person.signIn(running.product.url, demoAccount('customer'));
  const last = await oldestOf<Named>(customer, '/api/me/scans');
  const page = await openAs(demoAccount('customer'), '/my-scans', viewport);
  expect((await csvOf(page, 'My Scans')).at(-1)).toContain(last.name);
  await typeIn(page.getByRole('searchbox'), last.name);
  await rowsOf(page, 'My Scans', ` · ${last.name}`).last().waitFor(soon);
});

it.each(SIZES)('a superadmin on %s finds the last site, audits it, and resolves a dispute', async (_, viewport) => {
  const [redemption] = await owner.get<[Redemption]>(`/api/sites/${siteId}/redemptions?sort=oldest&limit=1`);
  await owner.post(`/api/redemptions/${redemption.id}/dispute`, { action: 'open', text: 'The customer says no.' });
  const page = await openAs(demoAccount('superadmin'), '/audit', viewport);
  await typeIn(page.getByRole('searchbox'), 'Kiosk 001');
  await isFound(page, 'link', /^Audit of /);
  await page.getByRole('link', { name: 'Audit of Kiosk 001' }).click();
  // It may wait for the owner's report. Report processes have a low priority, and other tests use the processors, too.
  await page
    .getByRole('region', { name: 'Recalculated history' })
    .getByText('No differences.')
    .waitFor({ timeout: 400_000 });
  await page.goto('/support');
  await typeIn(page.getByRole('searchbox', { name: 'Search offers and sites' }), redemption.qrName);
  const row = rowsOf(page, 'Open disputes', redemption.qrName);
  await row.waitFor(soon);
  expect((await csvOf(page, 'Open disputes')).at(-1)).toContain(redemption.qrName);
  await row.getByRole('link').click();
  const desk = page.getByRole('region', { name: 'Dispute' });
  await desk.getByRole('button', { name: 'Close the dispute' }).click();
  await page.getByRole('textbox', { name: 'Note' }).fill('Settled.');
  await page.getByRole('button', { name: 'Close dispute', exact: true }).click();
  await desk.getByRole('button', { name: 'Open a dispute' }).waitFor(soon);
});
