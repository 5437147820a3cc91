import { useTranslation } from 'react-i18next';
import { useAuth } from '../lib/auth.tsx';

/** Shown for accounts without an e-mail address. */
const PLACEHOLDER_EMAIL = 'demo@perktree.example';

/** Name, e-mail and role as the sidebar and user menus show them. Null when signed out. */
export function usePerson(): { name: string; email: string; role: string; initials: string } | null {
  const { t } = useTranslation('common');
  const { user, role } = useAuth();
  if (user === null || role === null) return null;
  // A distributor counts as a customer for this label.
  const isCustomer = role === 'customer' || role === 'distributor';
  const full = user.firstName && user.lastName ? `${user.firstName} ${user.lastName}` : null;
  const email = user.email || PLACEHOLDER_EMAIL;
  return {
    name: full ?? t(isCustomer ? 'role.customer' : 'role.site_owner'),
    email,
    role: t(`role.${role}`),
    initials: full
      ? `${user.firstName?.charAt(0)}${user.lastName?.charAt(0)}`.toUpperCase()
      : email.charAt(0).toUpperCase(),
  };
}
