import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '../..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const requirements = read('docs/reference/asvs.md');
const page = read('docs/explanation/security.md') + requirements;
const rows = requirements.split('\n').filter((line) => line.startsWith('| V'));
const named = [...new Set([...page.matchAll(/`([\w./-]+\.spec\.(?:ts|mjs))`/g)].map(([, file = '']) => file))];

/** OWASP ASVS 5.0.0: the requirements of each section that are of levels 1 and 2, by their last number. */
const LEVELS_1_AND_2: Readonly<Record<string, string>> = {
  ...{ 'V1.1': '1 2', 'V1.2': '1 2 3 4 5 6 7 8 9', 'V1.3': '1 2 3 4 5 6 7 8 9 10 11', 'V1.4': '1 2 3', 'V1.5': '1 2' },
  ...{ 'V2.1': '1 2 3', 'V2.2': '1 2 3', 'V2.3': '1 2 3 4', 'V2.4': '1' },
  ...{ 'V3.2': '1 2', 'V3.3': '1 2 3 4', 'V3.4': '1 2 3 4 5 6', 'V3.5': '1 2 3 4 5', 'V3.7': '1 2' },
  ...{ 'V4.1': '1 2 3', 'V4.2': '1', 'V4.3': '1 2', 'V4.4': '1 2 3 4' },
  ...{ 'V5.1': '1', 'V5.2': '1 2 3', 'V5.3': '1 2', 'V5.4': '1 2 3' },
  ...{ 'V6.1': '1 2 3', 'V6.2': '1 2 3 4 5 6 7 8 9 10 11 12', 'V6.3': '1 2 3 4', 'V6.4': '1 2 3 4' },
  ...{ 'V6.5': '1 2 3 4 5', 'V6.6': '1 2 3', 'V6.8': '1 2 3 4' },
  ...{ 'V7.1': '1 2 3', 'V7.2': '1 2 3 4', 'V7.3': '1 2', 'V7.4': '1 2 3 4 5', 'V7.5': '1 2', 'V7.6': '1 2' },
  ...{ 'V8.1': '1 2', 'V8.2': '1 2 3', 'V8.3': '1', 'V8.4': '1', 'V9.1': '1 2 3', 'V9.2': '1 2 3 4' },
  ...{ 'V10.1': '1 2', 'V10.2': '1 2', 'V10.3': '1 2 3 4', 'V10.4': '1 2 3 4 5 6 7 8 9 10 11' },
  ...{ 'V10.5': '1 2 3 4 5', 'V10.6': '1 2', 'V10.7': '1 2 3' },
  ...{ 'V11.1': '1 2', 'V11.2': '1 2 3', 'V11.3': '1 2 3', 'V11.4': '1 2 3 4', 'V11.5': '1', 'V11.6': '1' },
  ...{ 'V12.1': '1 2 3', 'V12.2': '1 2', 'V12.3': '1 2 3 4' },
  ...{ 'V13.1': '1', 'V13.2': '1 2 3 4 5', 'V13.3': '1 2', 'V13.4': '1 2 3 4 5' },
  ...{ 'V14.1': '1 2', 'V14.2': '1 2 3 4', 'V14.3': '1 2 3' },
  ...{ 'V15.1': '1 2 3', 'V15.2': '1 2 3', 'V15.3': '1 2 3 4 5 6 7' },
  ...{ 'V16.1': '1', 'V16.2': '1 2 3 4 5', 'V16.3': '1 2 3 4', 'V16.4': '1 2 3', 'V16.5': '1 2 3' },
  ...{ 'V17.1': '1', 'V17.2': '1 2 3 4', 'V17.3': '1 2' },
};

describe('docs/explanation/security.md and docs/reference/asvs.md', () => {
  it.each(named)('names an existing test: %s', (file) => expect(existsSync(join(ROOT, file)), file).toBe(true));

  it('lists each requirement of levels 1 and 2 once', () => {
    const wanted = Object.entries(LEVELS_1_AND_2).flatMap(([section, numbers]) =>
      numbers.split(' ').map((number) => `${section}.${number}`),
    );
    const listed = rows.flatMap((row) => row.split('|')[1]?.match(/V\d+\.\d+\.\d+/g) ?? []);
    expect(listed.toSorted()).toEqual(wanted.toSorted());
  });

  it.each(rows)('names its tests by file and name, why it does not apply, or that it is not met: %s', (row) => {
    const [, evidence = ''] = /\| ([^|]*) \|$/.exec(row) ?? [];
    if (/^(does not apply|this page$)/.test(evidence)) return;
    if (evidence === 'not shown') return expect(row).toContain('**Not met**');
    for (const one of evidence.split('; `')) {
      const [, file = '', test = ''] = /^`?([\w./-]+\.spec\.(?:ts|mjs))`: (.+)$/.exec(one) ?? [];
      expect(file, `${one} is a file with the name of a test`).not.toBe('');
      expect(read(file), `${file} has the test "${test}"`).toContain(test);
    }
  });
});
