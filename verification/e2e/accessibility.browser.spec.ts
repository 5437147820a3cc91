import type { BrowserContext } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { axeFindings, contrastFindings, wordFindings } from './accessibility/audit.ts';
import { smallTargets } from './accessibility/small-targets.ts';
import { DESKTOP, PATIENCE_MS, PHONE } from './support/browser.ts';
import { type Account, demoAccount } from './support/furnish.ts';
import { Person } from './support/person.ts';
import { closeAll, settled, showIn } from './support/states.ts';
import { useFurnishedProduct } from './support/use-product.ts';
import { viewsOf } from './support/views.ts';
import { visit } from './support/visit.ts';
import { LANGUAGES, type Language, wordsIn } from './support/words.ts';

const running = useFurnishedProduct();

/** One test checks about a hundred pages, which takes minutes on a busy machine. */
const LIMIT_MS = 1_800_000;

/** The people whose pages are checked; null: signed out. */
const PEOPLE: Readonly<Record<string, () => Promise<Account | null>>> = {
  'signed out': async () => null,
  customer: async () => demoAccount('customer'),
  distributor: async () => demoAccount('distributor'),
  staff: async () => demoAccount('staff'),
  owner: async () => demoAccount('owner'),
  superadmin: async () => demoAccount('superadmin'),
  'new business': () => Person.register(running.product.url, 'Newcomer', 'business'),
  'new distributor': () => Person.register(running.product.url, 'Newcomer', 'distributor'),
  'new customer': () => Person.register(running.product.url, 'Newcomer', 'customer'),
};

describe('every page, with its dialogs and menus open, light and dark, on a phone and a desktop', () => {
  it.each(Object.keys(PEOPLE))(
    'has no accessibility finding: %s',
    async (who) => {
      const account = (await PEOPLE[who]?.()) ?? null;
      const findings = await Promise.all(LANGUAGES.map((language) => findingsOf(who, account, language)));
      expect(findings.flat()).toEqual([]);
    },
    LIMIT_MS,
  );
});

/** A signed-in window in one language. Animations are off, because they would change colours during a check. */
async function windowIn(language: Language, account: Account | null): Promise<BrowserContext> {
  const context = await running.browser.newContext({
    baseURL: running.product.url,
    viewport: PHONE,
    hasTouch: true,
    locale: language,
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  });
  context.setDefaultTimeout(PATIENCE_MS);
  await context.addInitScript(`localStorage.setItem('language', '${language}')`);
  await context.addCookies([{ name: 'language', value: language, url: running.product.url }]);
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
      // Colours do not depend on the language, so check them in English only.
      if (language !== 'en') {
        findings.push(...(await wordFindings(page)).map((found) => `${where} ${width}: ${found}`));
        continue;
      }
      await showIn(page, 'light');
      findings.push(...(await axeFindings(page)).map((found) => `${where} light ${width}: ${found}`));
      // Colours do not depend on the width, so check wide windows in the light theme only.
      if (width !== 'phone') continue;
      await showIn(page, 'dark');
      findings.push(...(await contrastFindings(page)).map((found) => `${where} dark ${width}: ${found}`));
    }
  };
  for (const { path, states = [] } of viewsOf(running.business)[who] ?? []) {
    const where = `${who} ${path} ${language}`;
    await visit(page, path);
    await settled(page);
    // A wide window only changes the layout, so one language is enough.
    await look(where, [...(language === 'en' ? [['desktop', DESKTOP] as const] : []), ['phone', PHONE]]);
    for (const { name, open } of states) {
      try {
        await open(page, t);
        await settled(page);
      } catch (error) {
        throw new Error(`${where}: cannot open ${name}`, { cause: error });
      }
      await look(`${where} [${name}]`, [['phone', PHONE]]);
      try {
        await closeAll(page);
      } catch (error) {
        throw new Error(`${where}: cannot close ${name}`, { cause: error });
      }
    }
  }
  await context.close();
  return findings;
}
