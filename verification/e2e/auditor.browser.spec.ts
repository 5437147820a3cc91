import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { DESKTOP, openWindow, PHONE } from './support/browser.ts';
import { demoAccount } from './support/furnish.ts';
import { useProduct } from './support/use-product.ts';
import { type Language, type Words, wordsIn } from './support/words.ts';

/** A folder for pictures of each answer, to look at. */
const PICTURES = process.env.PICTURES;
const MOST_CLICKS = 5;
/** The large business of the medium demo. */
const SITE = 'Grand Harbour Hotels';

type Click = readonly [role: 'link' | 'button' | 'combobox' | 'option', name: string | RegExp];
interface Question {
  /** From the first screen of an auditor on. */
  readonly clicks: readonly Click[];
  /** What answers it on screen. */
  readonly answer: string | RegExp;
  /** The button that saves the answer, and a part of what it saves. */
  readonly file: string;
  readonly says: RegExp;
}

function questionsOf(t: Words): Readonly<Record<string, Question>> {
  const csv = (what: string) => t('common:csv.label', { what });
  const audit: readonly Click[] = [['link', t('audit:sites.auditOf', { name: SITE })]];
  const drawn: readonly Click[] = [...audit, ['button', t('audit:sample.draw')], ['link', /\d.*position|\d.*posición/]];
  const replay = { clicks: audit, file: csv(t('audit:replay.title')), says: /\d/ };
  const chain = { clicks: audit, file: csv(t('audit:chain.title')) };
  return {
    'which sale made this cent': {
      ...{ clicks: drawn, answer: t('audit:trail.same') },
      ...{ file: csv(t('audit:trail.title')), says: /BenefitRedeemed/ },
    },
    'is each payout in the bank': {
      ...{ clicks: audit, answer: new RegExp(`^${t('payouts:history.status.paid')} `) },
      ...{ file: csv(t('audit:month.payouts')), says: /(Reference|Referencia)/ },
    },
    'what changed the terms, when, by whom': {
      ...{ clicks: [...audit, ['link', t('audit:terms')]], answer: / → / },
      ...{ file: csv(t('site-history:terms.title')), says: /\d{4}-\d\d-\d\d/ },
    },
    'what was late': { ...replay, answer: t('audit:replay.check.late') },
    'who saw personal data': {
      ...{ clicks: [...audit, ['link', t('audit:looks')]], answer: /^GET \/api\/sites/ },
      ...{ file: csv(t('auditors:looks.title')), says: /GET \/api\/sites/ },
    },
    'does anything exist that should not': { ...replay, answer: t('audit:replay.check.existence') },
    'is anything missing': {
      ...{ clicks: [...audit, ['button', t('audit:report.make')]], answer: /(figures compared|cifras comparadas)/ },
      ...{ file: csv(t('audit:report.title')), says: new RegExp(t('audit:replay.none')) },
    },
    'would other rules have paid differently': {
      clicks: [
        ...audit,
        ['combobox', t('audit:whatIf.rule')],
        ['option', t('audit:whatIf.rules.nearest_only')],
        ['button', t('audit:whatIf.submit')],
      ],
      ...{ answer: t('audit:whatIf.wouldEarn'), file: csv(t('audit:whatIf.title')), says: /nearest_only/ },
    },
    'is the month closed': {
      ...{ clicks: audit, answer: t('audit:month.closing') },
      ...{ file: csv(t('audit:month.title')), says: new RegExp(t('audit:month.closing')) },
    },
    'is this statement genuine': {
      ...{ clicks: [...audit, ['button', t('statement:make')]], answer: /[0-9a-f]{64}/ },
      ...{ file: t('statement:jsonLabel'), says: /perktree-statement/ },
    },
    'is the key genuine': { ...chain, answer: t('audit:chain.since'), says: new RegExp(t('audit:chain.publicKey')) },
    'what could the operator have hidden': {
      ...{ ...chain, answer: t('audit:limits.newest') },
      says: new RegExp(t('audit:limits.title')),
    },
  };
}

/** @returns the clicks, and what the saved file says */
async function ask(page: Page, { clicks, answer, file }: Question): Promise<{ clicks: number; saved: string }> {
  await page.goto('/');
  for (const [role, name] of clicks) {
    await page
      .getByRole(role, { name, ...(typeof name === 'string' && { exact: true }) })
      .first()
      .click();
  }
  const shown = page.getByText(answer).first();
  await shown.scrollIntoViewIfNeeded();
  const save = page.getByRole('button', { name: file, exact: true });
  const [download] = await Promise.all([page.waitForEvent('download'), save.click()]);
  return { clicks: clicks.length, saved: await readFile(await download.path(), 'utf8') };
}

describe('an auditor', () => {
  const running = useProduct('the medium business');

  it.each([
    ['es', PHONE],
    ['en', DESKTOP],
  ] as const)(
    'answers each of twelve questions in few clicks, with a file, in %s at %o',
    async (language: Language, viewport) => {
      const { page, context, pageErrors } = await openWindow(running.browser, running.product.url, viewport, {
        locale: language === 'es' ? 'es-ES' : 'en-GB',
      });
      expect((await context.request.post('/api/auth/login', { data: demoAccount('auditor') })).status()).toBe(200);
      for (const [name, question] of Object.entries(questionsOf(wordsIn(language)))) {
        const { clicks, saved } = await ask(page, question);
        expect([name, clicks <= MOST_CLICKS, saved]).toEqual([name, true, expect.stringMatching(question.says)]);
        if (PICTURES) await page.screenshot({ path: join(PICTURES, `${language}-${name.replaceAll(' ', '-')}.png`) });
      }
      expect(pageErrors).toEqual([]);
    },
  );
});
