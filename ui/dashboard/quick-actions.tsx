import AddBusiness from '@mui/icons-material/AddBusiness';
import ChevronRight from '@mui/icons-material/ChevronRight';
import PaymentsOutlined from '@mui/icons-material/PaymentsOutlined';
import QrCode2 from '@mui/icons-material/QrCode2';
import VerifiedUserOutlined from '@mui/icons-material/VerifiedUserOutlined';
import { Button, Stack } from '@mui/material';
import type { Role } from '@perktree/contracts/kernel/envelope';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Panel } from '../kit/panel.tsx';

const ACTIONS = [
  { label: 'action.createSite', to: '/sites?create=1', icon: AddBusiness, roles: ['site_owner'] },
  { label: 'action.createQr', to: '/qr-management', icon: QrCode2, roles: ['site_owner'] },
  { label: 'action.ownQrs', to: '/qr-management', icon: QrCode2, roles: ['distributor'] },
  { label: 'action.payouts', to: '/payouts', icon: PaymentsOutlined, roles: ['site_owner', 'distributor'] },
  { label: 'action.validate', to: '/staff-validation', icon: VerifiedUserOutlined, roles: ['staff'] },
] as const satisfies readonly { label: string; to: string; icon: unknown; roles: readonly Role[] }[];

export function QuickActions({ role }: { role: Role }) {
  const { t } = useTranslation('dashboard');
  const actions = ACTIONS.filter(({ roles }) => (roles as readonly Role[]).includes(role));
  if (actions.length === 0) return null;
  return (
    <div className="no-print">
      <Panel title={t('action.title')}>
        <Stack spacing={1.25}>
          {actions.map(({ label, to, icon: Icon }) => (
            <Button
              key={label}
              component={Link}
              to={to}
              variant="outlined"
              startIcon={<Icon />}
              endIcon={<ChevronRight />}
              sx={{ justifyContent: 'flex-start', '& .MuiButton-endIcon': { ml: 'auto' } }}
            >
              {t(label)}
            </Button>
          ))}
        </Stack>
      </Panel>
    </div>
  );
}
