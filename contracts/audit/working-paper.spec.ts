import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  type PaperHead,
  PRODUCT_VERSION,
  paperCsv,
  paperFacts,
  paperName,
  paperTable,
} from '../kernel/working-paper.ts';

const HEAD: PaperHead = {
  title: 'Monthly close',
  sites: [{ id: 'site-1', name: '=Corner; Café' }],
  period: { from: '2026-09-30T22:00:00.000Z', to: '2026-10-31T23:00:00.000Z' },
  timeZone: 'Europe/Madrid',
  currencies: ['EUR'],
  filter: [['Month', '2026-10']],
  position: '120',
  result: ['No differences.'],
  madeAt: '2026-11-02T09:00:00.000Z',
  madeBy: { id: 'user-1', name: 'Olga Owner' },
};
const TABLES = [
  paperTable('Rows', [{ title: 'Earned', value: ({ earned }: { earned: string }) => earned }], [{ earned: '1.50' }]),
  paperTable('Totals', [{ title: 'Earned', value: ({ earned }: { earned: string }) => earned }], [{ earned: '1.50' }]),
];

describe('a working paper', () => {
  it('says in its head what it covers, and has its totals apart', () => {
    const text = paperCsv(HEAD, TABLES, { language: 'en', format: 'comma' });
    expect(text.split('\r\n')).toEqual([
      '\uFEFFWorking paper,Monthly close',
      `Site,"'=Corner; Café",site-1`,
      'Period from,2026-10-01T00:00:00.000+02:00',
      'Period to (exclusive),2026-11-01T00:00:00.000+01:00',
      'Time zone,Europe/Madrid',
      'Currency,EUR',
      'Filter,Month: 2026-10',
      'As of position,120',
      'Result,No differences.',
      `Product version,${PRODUCT_VERSION}`,
      'Created at,2026-11-02T10:00:00.000+01:00',
      'Created by,Olga Owner,user-1',
      '',
      'Rows',
      'Earned',
      '1.50',
      '',
      'Totals',
      'Earned',
      '1.50',
      '',
    ]);
  });

  it('names an open scope in words', () => {
    const open = { ...HEAD, sites: [], period: { from: null, to: null }, filter: [], madeBy: null };
    expect(paperFacts(open, 'en')).toEqual(
      expect.arrayContaining([
        ['Site', 'All sites'],
        ['Period from', 'The first event'],
        ['Period to (exclusive)', 'The position below'],
        ['Filter', 'None'],
        ['Created by', 'Command line'],
      ]),
    );
    expect(paperName(open, 'en')).toEqual(['All sites', 'Monthly close', 'all days', 'position 120']);
  });

  it.each([
    [HEAD.period, ['2026-10-01', '2026-10-31']],
    [{ from: null, to: '2026-10-31T23:00:00.001Z' }, ['2026-11-01']],
  ])('names its days in the name of its file, both included: %j', (period, days) => {
    expect(paperName({ ...HEAD, period }, 'en')).toEqual([
      ...['=Corner; Café', 'Monthly close', ...days],
      'position 120',
    ]);
  });

  it('names the version of the product', () => {
    const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
    expect(PRODUCT_VERSION).toBe(version);
  });
});
