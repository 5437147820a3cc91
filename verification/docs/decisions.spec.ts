import { describe, expect, it } from 'vitest';
import { files, generated, read } from './repository.ts';

const HEAD =
  /^# (\d+)\. (.+)\n\n\*\*Date\.\*\* (\d{4}-\d\d-\d\d)\. \*\*Status\.\*\* (Accepted[^\n]*)\.\n\n\*\*Rule\.\*\* ([\s\S]+?)\n\n/;
const SECTIONS = [/\n\*\*Context\.\*\*/, /\n\*\*Decision[.:]/, /\n\*\*Consequences\.\*\*/, /\n\*\*Alternatives\.\*\*/];
/** More than a newcomer reads in an hour is not read: a new decision joins the record of its subject. */
const MAX_RECORDS = 16;
const MAX_LINES = 120;

const records = files('docs/decisions/[0-9]*.md').map((path) => {
  const text = read(path);
  const [, number, title, , status = '', rule = ''] = HEAD.exec(text) ?? [];
  const includes = ((/; includes (.+)$/.exec(status)?.[1] ?? '').match(/\d+/g) ?? []).map(Number);
  return {
    ...{ file: path.slice('docs/decisions/'.length), text, number: Number(number), title },
    ...{ rule: rule.replaceAll('\n', ' '), includes },
  };
});

describe('docs/decisions', () => {
  it.each(records)('$file has number, title, date, status, rule and every section, and is short', (record) => {
    expect(record.text).toMatch(HEAD);
    expect(Number(record.file.slice(0, 4))).toBe(record.number);
    expect(SECTIONS.filter((section) => !section.test(record.text))).toEqual([]);
    expect(record.text.split('\n').length).toBeLessThanOrEqual(MAX_LINES);
  });

  it('has each number once, in few records', () => {
    const numbers = records.flatMap(({ number, includes }) => [number, ...includes]);
    expect(new Set(numbers).size).toBe(numbers.length);
    expect(records.length).toBeLessThanOrEqual(MAX_RECORDS);
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
    const rows = records.map(
      ({ file, number, title, rule, includes }) =>
        `| ${number} | [${title}](${file}) | ${rule} | ${includes.join(', ')} |`,
    );
    const page = generated('docs/decisions/README.md', '| 3 |', rows);
    await expect(page).toMatchFileSnapshot('../../docs/decisions/README.md');
  });
});
