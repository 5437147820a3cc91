import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** WCAG 2.2, levels A and AA with those of earlier versions, and axe's best practices. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Those of them that a change of colours, and of nothing else, can break. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** What axe finds on a page as it is now, one line for each element: the rule, where, and what is wrong with it. */
export async function axeFindings(page: Page): Promise<string[]> {
  const excepted = await exceptions(page);
  return findings(page, (axe) => axe.withTags(RULES).disableRules(excepted));
}

/** The same without what colours alone decide, which is most of axe's work. */
export async function wordFindings(page: Page): Promise<string[]> {
  const excepted = [...(await exceptions(page)), ...COLOUR_RULES];
  return findings(page, (axe) => axe.withTags(RULES).disableRules(excepted));
}

/** A menu lies over the whole page while it is open, and belongs to no landmark of it: axe excepts dialogs alone. */
async function exceptions(page: Page): Promise<string[]> {
  return (await page.locator('[role=menu], [role=listbox]').count()) > 0 ? ['region'] : [];
}

/** The same of a page that was looked at already, and has only changed its colours since. */
export function contrastFindings(page: Page): Promise<string[]> {
  return findings(page, (axe) => axe.withRules(COLOUR_RULES));
}

async function findings(page: Page, choose: (axe: AxeBuilder) => AxeBuilder): Promise<string[]> {
  // The pages have no frames, so axe need not open a window of its own to put their results together.
  const isThere = await page.evaluate(() => 'axe' in globalThis);
  const axe = new AxeBuilder({ page, ...(isThere ? { axeSource: ';' } : {}) }).setLegacyMode(true);
  // Only violations are needed, which saves axe the details of passed checks.
  const { violations } = await choose(axe.options({ resultTypes: ['violations'] })).analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary = '' }) => {
      const [, reason = ''] = failureSummary.split('\n');
      return `${id} at ${target.join(' ')}: ${reason.trim()}`;
    }),
  );
}
