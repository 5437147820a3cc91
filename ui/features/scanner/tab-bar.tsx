import History from '@mui/icons-material/History';
import QrCode2 from '@mui/icons-material/QrCode2';
import QrCodeScanner from '@mui/icons-material/QrCodeScanner';
import { GlobalStyles, Paper, Tab, Tabs } from '@mui/material';
import { useTranslation } from 'react-i18next';
import type { TabName } from './scan-state.ts';

export const TAB_BAR_HEIGHT = 72;

const TABS = [
  { name: 'scans', icon: <History /> },
  { name: 'scanner', icon: <QrCodeScanner /> },
  { name: 'qrCodes', icon: <QrCode2 /> },
] as const satisfies readonly { name: TabName; icon: unknown }[];

/** Element ids that tie a tab to what it shows. */
export function tabIds(name: TabName): { tab: string; panel: string } {
  return { tab: `tab-${name}`, panel: `panel-${name}` };
}

/** The tab bar at the bottom of the screen, in a thumb's reach. */
export function TabBar({ tab, onChange }: { tab: TabName; onChange: (tab: TabName) => void }) {
  const { t } = useTranslation('scanner');
  return (
    <Paper
      component="nav"
      square
      elevation={0}
      sx={{
        position: 'fixed',
        zIndex: 'appBar',
        bottom: 0,
        left: 0,
        right: 0,
        borderTop: 1,
        borderColor: 'divider',
        pb: 'env(safe-area-inset-bottom)',
      }}
    >
      {/* Notifications stand above the bar, which stays usable while one is shown. */}
      {/* `body`, since the notifications' own style is fetched later than this one. */}
      <GlobalStyles styles={{ 'body .toast-viewport': { bottom: TAB_BAR_HEIGHT } }} />
      <Tabs
        value={tab}
        onChange={(_, next: TabName) => onChange(next)}
        variant="fullWidth"
        aria-label={t('tabs.label')}
        slotProps={{ indicator: { sx: { top: 0, height: 3 } } }}
        sx={{ maxWidth: 640, mx: 'auto' }}
      >
        {TABS.map(({ name, icon }) => (
          <Tab
            key={name}
            value={name}
            icon={icon}
            label={t(`tabs.${name}`)}
            id={tabIds(name).tab}
            aria-controls={tabIds(name).panel}
            sx={{ minHeight: TAB_BAR_HEIGHT }}
          />
        ))}
      </Tabs>
    </Paper>
  );
}
