import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ISSUES } from './issue-codes.ts';
import { REFUSALS } from './refusals.ts';
import { refusalsPage } from './refusals-table.ts';

describe('docs/reference/refusals.md', () => {
  it('matches contracts/kernel/refusals.ts (if not: npm run docs)', async () => {
    await expect(refusalsPage()).toMatchFileSnapshot('../../docs/reference/refusals.md');
  });

  it('names every code once, under the heading that its source has', () => {
    const page = refusalsPage();
    for (const code of Object.keys(REFUSALS)) expect(page.match(new RegExp(`^\\| ${code} \\|`, 'gm'))).toHaveLength(1);
    const source = readFileSync(new URL('./refusals.ts', import.meta.url), 'utf8');
    const inSource = [...source.matchAll(/^ {2}(?:\/\/ (.+)|([A-Z_]+): \[)/gm)].map(
      ([, heading, code]) => heading ?? code,
    );
    const onPage = [...page.matchAll(/^(?:## (.+)|\| ([A-Z_]+) \|)/gm)].map(([, heading, code]) => heading ?? code);
    expect(onPage).toEqual([...inSource, 'Wrong fields', ...Object.keys(ISSUES)]);
  });
});
