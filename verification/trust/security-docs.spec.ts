import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '../..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const requirements = read('docs/reference/asvs.md');
const page = read('docs/explanation/security.md') + requirements;
const rows = requirements.split('\n').filter((line) => line.startsWith('| V'));
const named = [...new Set([...page.matchAll(/`([\w./-]+\.spec\.(?:tsx?|mjs))`/g)].map(([, file = '']) => file))];

describe('docs/explanation/security.md and docs/reference/asvs.md', () => {
  it.each(named)('names an existing test: %s', (file) => expect(existsSync(join(ROOT, file)), file).toBe(true));

  it.each(rows)('names its tests by file and name, why it does not apply, or that it is not met: %s', (row) => {
    const [, evidence = ''] = /\| ([^|]*) \|$/.exec(row) ?? [];
    if (/^(does not apply|this page$)/.test(evidence)) return;
    if (evidence === 'not shown') return expect(row).toContain('**Not met**');
    for (const one of evidence.split('; `')) {
      const [, file = '', test = ''] = /^`?([\w./-]+\.spec\.(?:tsx?|mjs))`: (.+)$/.exec(one) ?? [];
      expect(file, `${one} is a file with the name of a test`).not.toBe('');
      expect(read(file), `${file} has the test "${test}"`).toContain(test);
    }
  });
});
