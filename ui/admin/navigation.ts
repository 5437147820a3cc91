import AccountBalanceWalletOutlined from '@mui/icons-material/AccountBalanceWalletOutlined';
import AccountTreeOutlined from '@mui/icons-material/AccountTreeOutlined';
import ApprovalOutlined from '@mui/icons-material/ApprovalOutlined';
import CreditCardOutlined from '@mui/icons-material/CreditCardOutlined';
import DashboardOutlined from '@mui/icons-material/DashboardOutlined';
import FactCheckOutlined from '@mui/icons-material/FactCheckOutlined';
import HistoryOutlined from '@mui/icons-material/HistoryOutlined';
import ListAltOutlined from '@mui/icons-material/ListAltOutlined';
import PaymentsOutlined from '@mui/icons-material/PaymentsOutlined';
import QrCodeScannerOutlined from '@mui/icons-material/QrCodeScannerOutlined';
import StorageOutlined from '@mui/icons-material/StorageOutlined';
import StorefrontOutlined from '@mui/icons-material/StorefrontOutlined';
import SupportAgentOutlined from '@mui/icons-material/SupportAgentOutlined';
import VerifiedUserOutlined from '@mui/icons-material/VerifiedUserOutlined';
import type { SvgIconProps } from '@mui/material';
import type { Role } from '@perktree/contracts/kernel/envelope';
import type { ComponentType } from 'react';

interface NavigationItem {
  /** Key of its text in the catalogue `shell`, or `<catalogue>:<key>`. */
  readonly label: string;
  readonly path: string;
  readonly icon: ComponentType<SvgIconProps>;
  readonly roles: readonly Role[];
}

const ADMIN_ITEMS: readonly NavigationItem[] = [
  {
    label: 'nav.dashboard',
    path: '/',
    icon: DashboardOutlined,
    roles: ['site_owner', 'distributor', 'staff', 'superadmin'],
  },
  { label: 'nav.qrs', path: '/qr-management', icon: AccountTreeOutlined, roles: ['site_owner', 'distributor'] },
  { label: 'nav.sites', path: '/sites', icon: StorefrontOutlined, roles: ['site_owner'] },
  { label: 'nav.payouts', path: '/payouts', icon: PaymentsOutlined, roles: ['site_owner', 'distributor'] },
  { label: 'nav.validation', path: '/staff-validation', icon: VerifiedUserOutlined, roles: ['site_owner', 'staff'] },
  { label: 'nav.approvals', path: '/approvals', icon: ApprovalOutlined, roles: ['staff'] },
  { label: 'nav.subscription', path: '/subscription', icon: CreditCardOutlined, roles: ['site_owner'] },
  { label: 'nav.audit', path: '/audit', icon: FactCheckOutlined, roles: ['superadmin', 'auditor'] },
  { label: 'nav.support', path: '/support', icon: SupportAgentOutlined, roles: ['superadmin', 'auditor'] },
  { label: 'nav.queues', path: '/admin/queues', icon: ListAltOutlined, roles: ['superadmin'] },
  { label: 'nav.projections', path: '/admin/projections', icon: StorageOutlined, roles: ['superadmin'] },
];

const CUSTOMER_ITEMS: readonly NavigationItem[] = [
  { label: 'nav.scanner', path: '/mobile-scanner', icon: QrCodeScannerOutlined, roles: ['customer'] },
  { label: 'nav.scans', path: '/my-scans', icon: HistoryOutlined, roles: ['customer'] },
  { label: 'nav.earnings', path: '/earnings', icon: AccountBalanceWalletOutlined, roles: ['customer'] },
];

/** Customers get the customer menu, all other roles the admin menu filtered by role. */
export function navigationFor(role: Role): readonly NavigationItem[] {
  return role === 'customer' ? CUSTOMER_ITEMS : ADMIN_ITEMS.filter((item) => item.roles.includes(role));
}
