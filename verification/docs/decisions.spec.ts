import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const FOLDER = join(import.meta.dirname, '../../docs/decisions');
const HEAD =
  /^# (\d+)\. (.+)\n\n\*\*Date\.\*\* (\d{4}-\d\d-\d\d)\. \*\*Status\.\*\* ((?:Accepted|Superseded by)[^\n]*)\.\n/;
const SECTIONS = ['Context', 'Decision', 'Consequences', 'Alternatives'];

const records = readdirSync(FOLDER)
  .filter((file) => /^\d{4}-/.test(file))
  .sort()
  .map((file) => {
    const text = readFileSync(join(FOLDER, file), 'utf8');
    const [, number, title, date, status = ''] = HEAD.exec(text) ?? [];
    return { file, text, number: Number(number), title, date, status };
  });

function indexPage(): string {
  return `${[
    '# Decisions',
    '',
    'For engineers who ask why something is as it is. Each record has a number, a date, a status, context, decision, consequences and',
    'alternatives. A record is not rewritten when the decision changes: a new one supersedes it. The main arguments are in',
    '[why these decisions](../explanation/why-these-decisions.md).',
    '',
    'Generated from the records by `npm run docs`.',
    '',
    '| number | decision | date | status |',
    '|---|---|---|---|',
    ...records.map(
      ({ file, number, title, date, status }) => `| ${number} | [${title}](${file}) | ${date} | ${status} |`,
    ),
  ].join('\n')}\n`;
}

describe('docs/decisions', () => {
  it.each(records)('$file has number, title, date, status and every section', ({ file, text, number }) => {
    expect(text).toMatch(HEAD);
    expect(Number(file.slice(0, 4))).toBe(number);
    const missing = SECTIONS.filter((section) => !text.includes(`\n**${section}.**`));
    expect(missing).toEqual([]);
  });

  it('has each number once', () => {
    const numbers = records.map(({ number }) => number);
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  it('has an index generated from the records (if not: npm run docs)', async () => {
    await expect(indexPage()).toMatchFileSnapshot('../../docs/decisions/README.md');
  });
});
