import type { LedgerEntryAnswer } from '@perktree/contracts/http/earnings';
import type { ListRules } from '../list/use-list.ts';

export const LEDGER_STATES = ['pending', 'payable', 'in_payout', 'paid', 'reversed'] as const;

/** Only the order matters, so binary fractions do no harm. */
const amount = ({ commissionAmount }: LedgerEntryAnswer) => Number(commissionAmount);

export const LEDGER_RULES: ListRules<LedgerEntryAnswer> = {
  prefix: 'ledger-',
  text: ({ qrId, redemptionId, commissionAmount, commissionPercent }) =>
    [qrId, redemptionId, commissionAmount, `${commissionPercent}%`].join('\n'),
  filters: Object.fromEntries(
    LEDGER_STATES.map((state) => [state, (entry: LedgerEntryAnswer) => entry.state === state]),
  ),
  sorts: {
    newest: (a, b) => b.createdAt.localeCompare(a.createdAt),
    oldest: (a, b) => a.createdAt.localeCompare(b.createdAt),
    amount: (a, b) => amount(b) - amount(a),
  },
  pageLength: 20,
};
