/**
 * Compares the gzip -9 size and the number of the files that pages load before the first tap with their budgets. They guard the
 * seconds and scores of docs/reference/performance.md, which `npm test` cannot measure. 1 KB is 1024 bytes.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { root } from './lib/project.mjs';

const KB = 1024;
const dist = join(root, 'ui/dist');
const compressed = (content) => gzipSync(content, { level: 9 }).length;

/** Each page's HTML, the screens and words that its first route fetches on top, and how many KB and files it may take. */
const PAGES = [
  { name: 'public pages', html: 'public/index', screens: [], budgets: { 'HTML and CSS': 14, script: 80 } },
  {
    name: 'login',
    html: 'public/account',
    screens: [],
    budgets: { 'HTML and CSS': 14, script: 100, 'script files': 6 },
  },
  {
    name: 'application, dashboard',
    html: 'admin/index',
    screens: ['shell', 'dashboard-page', 'common', 'shared-texts', 'dashboard'],
    budgets: { script: 230, 'script files': 15 },
  },
  {
    name: 'application, scanner',
    html: 'admin/index',
    screens: ['scanner-page', 'common', 'shared-texts', 'scanner'],
    budgets: { script: 270, 'script files': 20 },
  },
  {
    name: 'application, scans of a customer',
    html: 'admin/index',
    screens: ['shell', 'my-scans-page', 'common', 'shared-texts', 'my-scans'],
    budgets: { script: 265, 'script files': 16 },
  },
  {
    name: 'application, payouts',
    html: 'admin/index',
    screens: ['shell', 'payouts-page', 'common', 'shared-texts', 'payouts'],
    budgets: { script: 300, 'script files': 23 },
  },
];

/** What an owner loads to log in and see the figures. */
const FIRST_VISIT = { name: 'login and dashboard', of: ['login', 'application, dashboard'], script: 330 };

/** @returns one line a budget: `{ page, what, found, limit }`, in KB as they are sent, or a number of files */
function measure() {
  const rows = measurePages();
  const visited = rows.filter(({ page, what }) => FIRST_VISIT.of.includes(page) && what === 'script');
  const found = visited.reduce((sum, row) => sum + row.found, 0);
  return [...rows, { page: FIRST_VISIT.name, what: 'script', found, limit: FIRST_VISIT.script }];
}

function measurePages() {
  return PAGES.flatMap(({ name, html: page, screens, budgets }) => {
    const html = readFileSync(join(dist, `${page}.html`), 'utf8');
    const files = filesOf(html, screens);
    const size = (extension) =>
      files.filter((file) => file.endsWith(extension)).reduce((sum, file) => sum + compressed(contentOf(file)), 0);
    const found = {
      'HTML and CSS': (compressed(html) + size('.css')) / KB,
      script: size('.js') / KB,
      'script files': files.filter((file) => file.endsWith('.js')).length,
    };
    return Object.entries(budgets).map(([what, limit]) => ({ page: name, what, found: found[what], limit }));
  });
}

/** Names of all scripts and style sheets that an HTML page and these screens load at once. */
function filesOf(html, screens = []) {
  const found = new Set();
  const add = (file) => {
    if (found.has(file)) return;
    found.add(file);
    if (!file.endsWith('.js')) return;
    for (const [, imported] of contentOf(file).matchAll(/\b(?:from|import)\s*["'`]\.\/([^"'`]+\.js)["'`]/g))
      add(imported);
  };
  for (const [, file] of html.matchAll(/\/assets\/([^"']+\.(?:js|css))/g)) add(file);
  for (const screen of screens) {
    // A screen's words may have its name, too; they are far smaller.
    const [file] = readdirSync(join(dist, 'assets'))
      .filter((name) => name.startsWith(`${screen}-`) && name.endsWith('.js'))
      .sort((a, b) => contentOf(b).length - contentOf(a).length);
    if (!file) throw new Error(`ui/dist has no screen ${screen}`);
    add(file);
  }
  return [...found];
}

const contentOf = (file) => readFileSync(join(dist, 'assets', file), 'utf8');

/** Of what scripts/build.mjs has built; `npm test` builds first. */
describe('the size of pages before the first tap', () => {
  it.each(measure())('is within its budget: $page, $what', ({ found, limit }) => {
    expect(found).toBeLessThanOrEqual(limit);
  });

  it.each(['index', 'account'])('has nothing of the application and no scanner on the public pages: %s', (page) => {
    const files = filesOf(readFileSync(`${root}/ui/dist/public/${page}.html`, 'utf8'));
    const scripts = files.filter((file) => file.endsWith('.js'));
    expect(scripts.length).toBeGreaterThan(0);
    for (const file of scripts) {
      expect(file).toMatch(/^public-/);
      expect(contentOf(file)).not.toMatch(
        /emotion|Mui[A-Z]|_zod|i18next|BarcodeDetector|Html5Qrcode|getUserMedia|zxing/,
      );
    }
  });
});
