import { FLAG_KINDS } from '@perktree/contracts/flag-rules';
import type { FlagAnswer } from '@perktree/contracts/http/flags';
import type { ListRules } from '../../components/list/use-list.ts';

export const FLAG_RULES: ListRules<FlagAnswer> = {
  text: ({ staff, customer, evidence }) =>
    [staff?.name, customer?.name, ...evidence.flatMap((met) => [met.customer.name, met.staff?.name])].join('\n'),
  filters: Object.fromEntries(FLAG_KINDS.map((kind) => [kind, (flag: FlagAnswer) => flag.kind === kind])),
  sorts: {
    newest: (a, b) => b.lastSeenAt.localeCompare(a.lastSeenAt),
    oldest: (a, b) => a.lastSeenAt.localeCompare(b.lastSeenAt),
    redemptions: (a, b) => b.redemptions - a.redemptions,
  },
};
