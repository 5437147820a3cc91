import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { findProgram } from '@perktree/platform/process/find-program';
import { installedChromium } from '../support/chromium-path.ts';
import { type Measured, measured } from './goals.ts';

const GOAL = 'Lighthouse mobile: performance, accessibility, best practices, search engines';
const WANTED = 98;
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const FLAGS = '--no-sandbox --headless --disable-gpu';
/** Bytes of a report; some are larger than Node's default limit. */
const MAX_REPORT = 64 * 1024 * 1024;

interface Report {
  readonly categories: Readonly<Record<(typeof CATEGORIES)[number], { readonly score: number }>>;
}

/**
 * Lighthouse scores of pages that people open signed out, with its default settings for phones. Lighthouse is not a dependency:
 * `npm install --global lighthouse`.
 */
export async function measureLighthouse(pages: Readonly<Record<string, string>>): Promise<readonly Measured[]> {
  const program = findProgram('lighthouse');
  const chromium = installedChromium();
  if (program === null || chromium === null) {
    return [measured(GOAL, `≥ ${WANTED}`, null, 'needs Chromium and `npm install --global lighthouse`')];
  }
  const rows: Measured[] = [];
  for (const [name, url] of Object.entries(pages)) {
    const args = [url, '--quiet', '--output', 'json', '--chrome-flags', FLAGS];
    const env = { ...process.env, CHROME_PATH: chromium };
    const { stdout } = await promisify(execFile)(program, args, { env, maxBuffer: MAX_REPORT });
    const report = JSON.parse(stdout) as Report;
    const scores = CATEGORIES.map((category) => Math.round(report.categories[category].score * 100));
    const isMet = scores.every((score) => score >= WANTED);
    rows.push(measured(`${GOAL}: ${name}`, `≥ ${WANTED}`, isMet, scores.join(', ')));
  }
  return rows;
}
