import type { PayoutAnswer } from '@perktree/contracts/http/payouts';
import type { ListRules } from '../../components/list/use-list.ts';

const STATUSES = ['processing', 'paid', 'failed', 'cancelled'] as const;

export const PAYOUT_RULES: ListRules<PayoutAnswer> = {
  prefix: 'payout-',
  text: ({ name, reference, amount }) => [name, reference ?? '', amount].join('\n'),
  filters: Object.fromEntries(STATUSES.map((status) => [status, (payout: PayoutAnswer) => payout.status === status])),
  sorts: {
    newest: (a, b) => b.createdAt.localeCompare(a.createdAt),
    oldest: (a, b) => a.createdAt.localeCompare(b.createdAt),
    amount: (a, b) => Number(b.amount) - Number(a.amount),
  },
  pageLength: 20,
};
