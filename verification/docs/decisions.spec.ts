import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { files, read } from './repository.ts';

const FOLDER = join(import.meta.dirname, '../../docs/decisions');
const HEAD =
  /^# (\d+)\. (.+)\n\n\*\*Date\.\*\* (\d{4}-\d\d-\d\d)\. \*\*Status\.\*\* (Accepted[^\n]*)\.\n\n\*\*Rule\.\*\* ([\s\S]+?)\n\n/;
const SECTIONS = [/\n\*\*Context\.\*\*/, /\n\*\*Decision[.:]/, /\n\*\*Consequences\.\*\*/, /\n\*\*Alternatives\.\*\*/];
/** More than a newcomer reads in an hour is not read: a new decision joins the record of its subject. */
const MOST_RECORDS = 16;
const MOST_LINES = 120;

const records = readdirSync(FOLDER)
  .filter((file) => /^\d{4}-/.test(file))
  .sort()
  .map((file) => {
    const text = readFileSync(join(FOLDER, file), 'utf8');
    const [, number, title, , status = '', rule = ''] = HEAD.exec(text) ?? [];
    const includes = (/; includes (.+)$/.exec(status)?.[1] ?? '').match(/\d+/g) ?? [];
    return {
      file,
      text,
      number: Number(number),
      title,
      rule: rule.replaceAll('\n', ' '),
      includes: includes.map(Number),
    };
  });

function indexPage(): string {
  return `${[
    '# Decisions',
    '',
    'For engineers who ask why something is as it is: the decisions that bind, one record for each subject, its rule first. A decision that',
    'changes is changed in its record, with the reason; a new one joins the record of its subject. Numbers stay. A number that is missing',
    'here is part of the record that includes it; its own text is in the history of this folder.',
    '',
    'Generated from the records by `npm run docs`.',
    '',
    '| number | decision | rule | includes |',
    '|---|---|---|---|',
    ...records.map(
      ({ file, number, title, rule, includes }) =>
        `| ${number} | [${title}](${file}) | ${rule} | ${includes.join(', ')} |`,
    ),
  ].join('\n')}\n`;
}

describe('docs/decisions', () => {
  it.each(records)('$file has number, title, date, status, rule and every section, and is short', (record) => {
    expect(record.text).toMatch(HEAD);
    expect(Number(record.file.slice(0, 4))).toBe(record.number);
    expect(SECTIONS.filter((section) => !section.test(record.text))).toEqual([]);
    expect(record.text.split('\n').length).toBeLessThanOrEqual(MOST_LINES);
  });

  it('has each number once, in few records', () => {
    const numbers = records.flatMap(({ number, includes }) => [number, ...includes]);
    expect(new Set(numbers).size).toBe(numbers.length);
    expect(records.length).toBeLessThanOrEqual(MOST_RECORDS);
  });

  it('is named by the numbers of records that exist', () => {
    const known = new Set(records.map(({ number }) => number));
    const unknown = files('*.ts', '*.tsx', '*.mjs', '*.md', '*.yml').flatMap((file) =>
      [...read(file).matchAll(/\b[Dd]ecisions? \[?(\d+)|docs\/decisions\/(\d{4})/g)]
        .filter(([, number, path]) => !known.has(Number(number ?? path)))
        .map(([text]) => `${file}: ${text}`),
    );
    expect(unknown).toEqual([]);
  });

  it('has an index generated from the records (if not: npm run docs)', async () => {
    await expect(indexPage()).toMatchFileSnapshot('../../docs/decisions/README.md');
  });
});
