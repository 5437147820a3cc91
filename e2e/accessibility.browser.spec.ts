import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { axeFindings } from './accessibility/audit.ts';
import { type Account, type Business, demoAccount, furnish } from './accessibility/furnish.ts';
import { smallTargets } from './accessibility/small-targets.ts';
import { closeAll, settled, showIn } from './accessibility/states.ts';
import { viewsOf } from './accessibility/views.ts';
import { DESKTOP, launchBrowser, PHONE } from './support/browser.ts';
import { Person } from './support/person.ts';
import { type Product, removeData, startProduct } from './support/product.ts';
import { LANGUAGES, type Language, wordsIn } from './support/words.ts';

let product: Product;
let browser: Browser;
let business: Business;
beforeAll(async () => {
  product = await startProduct({ args: ['--demo'] });
  browser = await launchBrowser();
  business = await furnish(product.url, browser);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  if (product) removeData(product);
});

/** For the hundred looks at one person's pages, also on a machine that does much else. */
const PATIENCE_MS = 600_000;

/** Who looks at the pages; nobody where there is no account. */
const PEOPLE: Readonly<Record<string, () => Promise<Account | null>>> = {
  'signed out': async () => null,
  customer: async () => demoAccount('customer'),
  distributor: async () => demoAccount('distributor'),
  staff: async () => demoAccount('staff'),
  owner: async () => demoAccount('owner'),
  superadmin: async () => demoAccount('superadmin'),
  'new business': () => Person.register(product.url, 'Newcomer', 'business'),
  'new distributor': () => Person.register(product.url, 'Newcomer', 'distributor'),
  'new customer': () => Person.register(product.url, 'Newcomer', 'customer'),
};

describe('every page, with its dialogs and menus open, light and dark, on a phone and a desktop', () => {
  it.each(Object.keys(PEOPLE))(
    'has no accessibility finding: %s',
    async (who) => {
      const account = (await PEOPLE[who]?.()) ?? null;
      const findings = await Promise.all(LANGUAGES.map((language) => findingsOf(who, account, language)));
      expect(findings.flat()).toEqual([]);
    },
    PATIENCE_MS,
  );
});

/** Somebody's window in a language; without motion, so that no colour is measured on its way to another. */
async function windowIn(language: Language, account: Account | null): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: product.url,
    viewport: PHONE,
    hasTouch: true,
    locale: language,
    reducedMotion: 'reduce',
  });
  await context.addInitScript(`localStorage.setItem('language', '${language}')`);
  await context.addCookies([{ name: 'language', value: language, url: product.url }]);
  if (account) {
    const { email, password } = account;
    const answer = await context.request.post('/api/auth/login', { data: { email, password } });
    expect(answer.status()).toBe(200);
  }
  return context;
}

async function findingsOf(who: string, account: Account | null, language: Language): Promise<string[]> {
  const t = wordsIn(language);
  const context = await windowIn(language, account);
  const page = await context.newPage();
  const findings: string[] = [];
  const look = async (where: string, widths: readonly (readonly [string, typeof PHONE])[]) => {
    for (const [width, viewport] of widths) {
      if (widths.length > 1) await page.setViewportSize(viewport);
      if (width === 'phone') findings.push(...(await smallTargets(page)).map((found) => `${where} ${width}: ${found}`));
      // Colours do not depend on the width: a wide window is looked at in the light one.
      for (const theme of width === 'phone' ? (['light', 'dark'] as const) : (['light'] as const)) {
        await showIn(page, theme);
        findings.push(...(await axeFindings(page)).map((found) => `${where} ${theme} ${width}: ${found}`));
      }
    }
  };
  for (const { path, states = [] } of viewsOf(business)[who] ?? []) {
    const where = `${who} ${path} ${language}`;
    await page.goto(path);
    await settled(page);
    // A wide window arranges the same words and colours anew: one language shows whether it does it well.
    await look(where, [...(language === 'en' ? [['desktop', DESKTOP] as const] : []), ['phone', PHONE]]);
    for (const { name, open } of states) {
      try {
        await open(page, t);
        await settled(page);
      } catch (error) {
        throw new Error(`${where}: cannot open ${name}`, { cause: error });
      }
      await look(`${where} [${name}]`, [['phone', PHONE]]);
      await closeAll(page);
    }
  }
  await context.close();
  return findings;
}
