import { loadavg } from 'node:os';
import type { Page } from 'playwright-core';
import { DESKTOP, launchBrowser, openWindow } from '../support/browser.ts';
import { Person } from '../support/person.ts';
import { removeData, startProduct } from '../support/product.ts';
import { openShop, tokenOf } from '../support/shop.ts';

/**
 * `npm run bench -- counter [ROUNDS]`: ten redemptions in a row at the counter by keyboard alone. Measures from each Enter until
 * the next control has the focus: the amount after the code, the confirmation after the amount, the code field for the next.
 */
const IN_A_ROW = 10;
const ROUNDS = Number(process.argv[2] ?? 3);
const STEPS = ['code to amount', 'amount to confirmation', 'confirmation to next code'] as const;
/** The most that a step may take: a wait that people do not notice. */
const GOAL_MS = 100;

/** Milliseconds from each Enter until the next control had the focus. */
declare global {
  interface Window {
    waits: number[];
  }
}

/** In the page: notes the time from each Enter to the next focus, once that has been painted. */
function noteTimes(): void {
  window.waits = [];
  let pressed: number | null = null;
  const onKey = ({ key, timeStamp }: KeyboardEvent) => {
    if (key === 'Enter') pressed = timeStamp;
  };
  addEventListener('keydown', onKey, true);
  addEventListener(
    'focusin',
    () => {
      const since = pressed;
      if (since === null) return;
      pressed = null;
      requestAnimationFrame(() => window.waits.push(performance.now() - since));
    },
    true,
  );
}

async function pressEnter(page: Page, count: number): Promise<void> {
  await page.keyboard.press('Enter');
  await page.waitForFunction((wanted) => window.waits.length === wanted, count);
}

async function codesOf(origin: string, token: string): Promise<string[]> {
  const codes: string[] = [];
  for (let n = 0; n < IN_A_ROW; n += 1) {
    const customer = await Person.register(origin, 'Cleo', 'customer');
    const { redemptionCode } = await customer.post<{ redemptionCode: string }>('/api/scan', { token });
    codes.push(redemptionCode);
  }
  return codes;
}

interface Row {
  /** From each Enter, milliseconds. */
  readonly waits: readonly number[];
  /** Of the calls in between: the look-up of each code, and its redemption. */
  readonly calls: readonly number[];
}

async function redeemInARow(origin: string): Promise<Row> {
  const { owner, staff, siteId } = await openShop(origin);
  const benefit = { type: 'DISCOUNT_PERCENT', discountPercent: 20, commissionPercent: '10.00', maxRedemptions: null };
  const { id } = await owner.post<{ id: string }>(`/api/sites/${siteId}/qrs`, { name: 'Bread', ...benefit });
  const { customerUrl } = await owner.get<{ customerUrl: string }>(`/api/sites/${siteId}/qrs/${id}/qrcode`);
  const codes = await codesOf(origin, tokenOf(customerUrl));
  const browser = await launchBrowser([], { optimises: true });
  const { context, page } = await openWindow(browser, origin, DESKTOP);
  await context.request.post('/api/auth/login', { data: { email: staff.email, password: staff.password } });
  await context.request.post('/api/auth/active-role', { data: { role: 'staff' } });
  await page.goto('/staff-validation');
  await page.getByLabel('Redemption Code').focus();
  await page.evaluate(noteTimes);
  let count = 0;
  for (const code of codes) {
    for (const typed of [code, '12.50', '']) {
      await page.keyboard.type(typed);
      count += 1;
      await pressEnter(page, count);
    }
  }
  const { waits, calls } = await page.evaluate(() => ({
    waits: window.waits,
    calls: performance
      .getEntriesByType('resource')
      .filter(({ name }) => /\/api\/staff\/(look-up|redeem)/.test(name))
      .map(({ duration }) => duration),
  }));
  await browser.close();
  return { waits, calls };
}

async function main(): Promise<void> {
  const product = await startProduct();
  const rounds: Row[] = [];
  try {
    for (let round = 0; round < ROUNDS; round += 1) rounds.push(await redeemInARow(product.url));
  } finally {
    await product.stop();
    removeData(product);
  }
  console.log(
    `${ROUNDS} × ${IN_A_ROW} redemptions; load ${loadavg()[0]?.toFixed(1)}; goal: each step within ${GOAL_MS} ms`,
  );
  console.log('| from Enter | median | 90th percentile | longest | of the median, the call |\n|---|---|---|---|---|');
  for (const [step, name] of STEPS.entries()) {
    const waits = rounds.flatMap((round) => round.waits.filter((_, n) => n % STEPS.length === step));
    const calls = step === 2 ? [] : rounds.flatMap((round) => round.calls.filter((_, n) => n % 2 === step));
    const figures = [at(waits, 0.5), at(waits, 0.9), at(waits, 1), step === 2 ? 'none' : at(calls, 0.5)];
    console.log(`| ${name} | ${figures.join(' | ')} |`);
  }
}

function at(times: readonly number[], part: number): string {
  const sorted = times.toSorted((a, b) => a - b);
  return `${Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0)} ms`;
}

await main();
