import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** WCAG 2.2, levels A and AA with those of earlier versions, and axe's best practices. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Checks the page with axe. Returns one line for each element with a finding: rule, selector and reason. */
export async function axeFindings(page: Page): Promise<string[]> {
  const excepted = await exceptions(page);
  return findings(page, (axe) => axe.withTags(RULES).disableRules(excepted));
}

/** An open menu covers the page and belongs to no landmark. axe's `region` rule exempts dialogs, but not menus. */
async function exceptions(page: Page): Promise<string[]> {
  return (await page.locator('[role=menu], [role=listbox]').count()) > 0 ? ['region'] : [];
}

async function findings(page: Page, choose: (axe: AxeBuilder) => AxeBuilder): Promise<string[]> {
  // Legacy mode: the pages have no frames, so axe need not open a separate window to merge their results.
  const isThere = await page.evaluate(() => 'axe' in globalThis);
  const axe = new AxeBuilder({ page, ...(isThere ? { axeSource: ';' } : {}) }).setLegacyMode(true);
  // Without `resultTypes`, axe would also collect details of passed checks.
  const { violations } = await choose(axe.options({ resultTypes: ['violations'] })).analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary = '' }) => {
      const [, reason = ''] = failureSummary.split('\n');
      return `${id} at ${target.join(' ')}: ${reason.trim()}`;
    }),
  );
}
