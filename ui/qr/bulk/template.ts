import { type CsvFormat, csvOf } from '@perktree/contracts/kernel/csv';
import { type BulkColumn, COLUMNS } from './bulk-row.ts';

/** One example row for each benefit type. */
const EXAMPLES: readonly Partial<Record<BulkColumn, string>>[] = [
  {
    name: 'Summer',
    internalName: 'Counter',
    type: 'DISCOUNT_PERCENT',
    discountPercent: '20',
    commissionPercent: '10.00',
  },
  {
    name: 'Summer by bicycle',
    parent: 'Summer',
    type: 'DISCOUNT_PERCENT',
    discountPercent: '20',
    commissionPercent: '4.00',
  },
  {
    name: 'Voucher',
    type: 'DISCOUNT_FIXED',
    discountFixedAmount: '5',
    commissionPercent: '7.50',
    maxRedemptions: '100',
  },
  { name: 'Coffee', type: 'TEXT_REWARD', textReward: 'A coffee', externalUrl: 'https://example.com/menu' },
];

export const templateOf = (format: CsvFormat): string =>
  csvOf(
    COLUMNS.map((column) => ({ title: column, value: (row: (typeof EXAMPLES)[number]) => row[column] ?? null })),
    EXAMPLES,
    format,
  );
