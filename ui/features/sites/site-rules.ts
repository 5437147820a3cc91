import type { SiteAnswer } from '@perktree/contracts/http/sites';
import type { ListRules } from '../../components/list/use-list.ts';

/** In the order in which they come (a new site at the top of the list), unless another one is asked for. */
export const SITE_RULES: ListRules<SiteAnswer> = {
  text: ({ name, currency }) => `${name}\n${currency}`,
  filters: { active: ({ isActive }) => isActive, inactive: ({ isActive }) => !isActive },
  sorts: {
    newest: (a, b) => b.createdAt.localeCompare(a.createdAt),
    oldest: (a, b) => a.createdAt.localeCompare(b.createdAt),
    name: (a, b) => a.name.localeCompare(b.name),
  },
  pageLength: 24,
};
