import History from '@mui/icons-material/History';
import QrCode2 from '@mui/icons-material/QrCode2';
import QrCodeScanner from '@mui/icons-material/QrCodeScanner';
import { Button, GlobalStyles, Paper, Tab, Tabs, useMediaQuery } from '@mui/material';
import { useTheme } from '@mui/material/styles';
import type { LoginIntent } from '@perktree/contracts/account/calls';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../kit/page.tsx';
import { loginPath } from '../../lib/public/login.ts';
import { SCANNER_PATH, type TabName } from './result-card.tsx';

/** Leads from an empty list to the tab that scans. */
export function ScanStep({ onScan }: { onScan: () => void }) {
  const { t } = useTranslation('common');
  return (
    <Button variant="contained" onClick={onScan}>
      {t('next.scan')}
    </Button>
  );
}

/** In place of what only a signed-in person has. */
export function SignedOut({ of, intent }: { of: 'scans' | 'qrCodes'; intent: LoginIntent }) {
  const { t } = useTranslation('scanner');
  const signIn = (
    <Button variant="contained" href={loginPath(intent, SCANNER_PATH)}>
      {t(`${of}.signIn`)}
    </Button>
  );
  return <EmptyState icon={TABS.find(({ name }) => name === of)?.icon} title={t(`${of}.signedOut`)} action={signIn} />;
}

export const TAB_BAR_HEIGHT = 72;

const TABS = [
  { name: 'scans', icon: <History /> },
  { name: 'scanner', icon: <QrCodeScanner /> },
  { name: 'qrCodes', icon: <QrCode2 /> },
] as const satisfies readonly { name: TabName; icon: unknown }[];

/** Element ids that connect a tab with its panel. */
export function tabIds(name: TabName): { tab: string; panel: string } {
  return { tab: `tab-${name}`, panel: `panel-${name}` };
}

export function TabBar({ tab, onChange }: { tab: TabName; onChange: (tab: TabName) => void }) {
  const { t } = useTranslation('scanner');
  const isWide = useMediaQuery(useTheme().breakpoints.up('md'));
  return (
    <Paper
      component="nav"
      square
      elevation={0}
      sx={{
        position: { xs: 'fixed', md: 'static' },
        zIndex: 'appBar',
        bottom: 0,
        left: 0,
        right: 0,
        borderStyle: 'solid',
        borderWidth: { xs: '1px 0 0', md: '0 0 1px' },
        borderColor: 'divider',
        pb: { xs: 'env(safe-area-inset-bottom)', md: 0 },
      }}
    >
      {/* Toasts and the footer go above the tab bar, so that both stay usable. */}
      {/* `body` raises the specificity: the toasts' own style sheet is loaded later. */}
      <GlobalStyles
        styles={(theme) => ({
          [theme.breakpoints.down('md')]: {
            'body .toast-area': { bottom: TAB_BAR_HEIGHT },
            'body .legal': { marginBottom: TAB_BAR_HEIGHT },
          },
        })}
      />
      <Tabs
        value={tab}
        onChange={(_, next: TabName) => onChange(next)}
        variant="fullWidth"
        aria-label={t('tabs.label')}
        slotProps={{ indicator: { sx: { top: { xs: 0, md: 'auto' }, height: 3 } } }}
        sx={{ maxWidth: { xs: 640, md: 800 }, mx: 'auto' }}
      >
        {TABS.map(({ name, icon }) => (
          <Tab
            key={name}
            value={name}
            icon={icon}
            iconPosition={isWide ? 'start' : 'top'}
            label={t(`tabs.${name}`)}
            id={tabIds(name).tab}
            aria-controls={tabIds(name).panel}
            sx={{ minHeight: { xs: TAB_BAR_HEIGHT, md: 56 } }}
          />
        ))}
      </Tabs>
    </Paper>
  );
}
