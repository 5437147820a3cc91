import BarChart from '@mui/icons-material/BarChart';
import CheckCircleOutline from '@mui/icons-material/CheckCircleOutlined';
import FactCheckOutlined from '@mui/icons-material/FactCheckOutlined';
import FlagOutlined from '@mui/icons-material/FlagOutlined';
import HistoryOutlined from '@mui/icons-material/HistoryOutlined';
import PaletteOutlined from '@mui/icons-material/PaletteOutlined';
import PeopleOutline from '@mui/icons-material/PeopleOutlined';
import RedeemOutlined from '@mui/icons-material/RedeemOutlined';
import Settings from '@mui/icons-material/Settings';
import { Box, Button, Card, IconButton, Stack, Tooltip, Typography } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import type { SiteStatsAnswer } from '@perktree/contracts/dashboard/calls';
import type { SiteAnswer } from '@perktree/contracts/site/calls';
import { type ReactElement, type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { ActivityChart } from '../kit/chart/activity-chart.tsx';
import { InfoDialog } from '../kit/dialogs.tsx';
import { Figures } from '../kit/figures.tsx';
import { LinkButton, QueryView, StatusBadge } from '../kit/page.tsx';
import { useApi } from '../lib/use-api.ts';
import { joined, useLocale } from '../lib/use-locale.ts';

export function StatsDialog({ site, onClose }: { site: SiteAnswer; onClose: () => void }) {
  const { t, format } = useLocale(['sites', 'chart']);
  const stats = useApi(calls.siteStats, { params: { siteId: site.id }, query: { days: '30' } }, { staleTime: 0 });
  const money = (of: Pick<SiteStatsAnswer, 'currency' | 'commissionEarned'>) =>
    format.money(of.commissionEarned, of.currency);
  return (
    <InfoDialog title={t('stats.title')} subtitle={t('stats.subtitle', { name: site.name })} onClose={onClose}>
      <QueryView query={stats}>
        {(data) => (
          <>
            <Box sx={{ mb: 3 }}>
              <Figures
                figures={[
                  [t('stats.scans'), format.number(data.totalScans)],
                  [t('stats.redemptions'), format.number(data.redemptions)],
                  [t('stats.conversion'), format.percentage(data.conversionRate, 1, 1)],
                  [t('stats.commission'), joined(amountsOf(data).map(money))],
                ]}
              />
            </Box>
            <ActivityChart data={data} />
          </>
        )}
      </QueryView>
    </InfoDialog>
  );
}

/** One amount for each currency, or 0 in the site's own. */
const amountsOf = ({ byCurrency, currency, commissionEarned }: SiteStatsAnswer) =>
  byCurrency.length > 0 ? byCurrency : [{ currency, commissionEarned }];

/** Time a pointer rests before the tooltip opens, milliseconds. */
const OPEN_DELAY_MS = 700;
/** After a tooltip closes, the next one opens without delay for this time, milliseconds. */
const SKIP_DELAY_MS = 300;

/**
 * Shared by all tooltips: when one was last open, and how many are open. MUI closes one after the pointer has reached
 * the next.
 */
let lastOpen = Number.NEGATIVE_INFINITY;
let openNow = 0;

/** A tooltip with an open delay and a skip delay. MUI's own `enterNextDelay` has no configurable skip time. */
function Hint({ title, children }: { title: string; children: ReactElement }) {
  const [open, setOpen] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isOpen = useRef(false);
  const stop = () => {
    clearTimeout(timer.current);
    timer.current = undefined;
  };
  const show = () => {
    stop();
    if (!isOpen.current) openNow += 1;
    isOpen.current = true;
    setOpen(true);
  };
  // Fires again for each child element under the pointer.
  const enter = (event: SyntheticEvent | Event) => {
    const held = event.type === 'touchstart';
    if (held || openNow > 0 || performance.now() - lastOpen <= SKIP_DELAY_MS) show();
    else timer.current ??= setTimeout(show, OPEN_DELAY_MS);
  };
  const leave = () => {
    gone();
    setOpen(false);
  };
  const gone = () => {
    stop();
    if (!isOpen.current) return;
    isOpen.current = false;
    openNow -= 1;
    lastOpen = performance.now();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the element goes
  useEffect(() => gone, []);
  return (
    <Tooltip
      title={title}
      open={open}
      enterDelay={0}
      enterNextDelay={0}
      onOpen={enter}
      onClose={leave}
      // MUI does not report a pointer that leaves before the tooltip opens.
      onMouseLeave={stop}
      onBlur={stop}
    >
      {children}
    </Tooltip>
  );
}

export type SiteDialog = 'configure' | 'staff' | 'stats';

const LINKS = [
  { name: 'card.redemptions', of: 'card.redemptionsOf', to: 'redemptions', icon: RedeemOutlined },
  { name: 'card.flags', of: 'card.flagsOf', to: 'flags', icon: FlagOutlined },
  { name: 'card.brand', of: 'card.brandOf', to: 'brand', icon: PaletteOutlined },
  { name: 'card.history', of: 'card.historyOf', to: 'history', icon: HistoryOutlined },
  { name: 'card.audit', of: 'card.auditOf', to: 'audit', icon: FactCheckOutlined },
] as const;

export function SiteCard({ site, onOpen }: { site: SiteAnswer; onOpen: (dialog: SiteDialog) => void }) {
  const { t, format } = useLocale('sites');
  return (
    <Card component="article" sx={{ p: 2.5, height: '100%', display: 'flex', flexDirection: 'column', gap: 2 }}>
      <Stack direction="row" spacing={1} sx={{ justifyContent: 'space-between', alignItems: 'flex-start' }}>
        <Typography variant="h2" sx={{ overflowWrap: 'anywhere', minWidth: 0 }}>
          {site.name}
        </Typography>
        <StatusBadge
          tone={site.isActive ? 'good' : 'quiet'}
          label={site.isActive ? t('card.active') : t('card.inactive')}
        />
      </Stack>
      <Box
        component="dl"
        sx={{
          display: 'grid',
          gridTemplateColumns: 'auto 1fr',
          alignContent: 'start',
          gap: 0.75,
          columnGap: 2,
          m: 0,
          flex: 1,
          '& dt': { color: 'text.secondary' },
          '& dd': { m: 0, textAlign: 'right', fontWeight: 600 },
        }}
      >
        <dt>{t('card.currency')}</dt>
        <dd>{site.currency}</dd>
        <dt>{t('card.created')}</dt>
        <dd>{format.date(site.createdAt)}</dd>
        <dt>{t('card.status')}</dt>
        <Box
          component="dd"
          sx={{ display: 'flex', gap: 0.5, alignItems: 'center', justifyContent: 'flex-end', color: 'primary.main' }}
        >
          <CheckCircleOutline aria-hidden="true" sx={{ fontSize: 18 }} />
          {t('card.ready')}
        </Box>
      </Box>
      <Stack direction="row" spacing={1}>
        <Button variant="contained" startIcon={<Settings />} onClick={() => onOpen('configure')} sx={{ flex: 1 }}>
          {t('card.configure')}
        </Button>
        <Hint title={t('staff.title')}>
          <IconButton aria-label={t('card.staffOf', { name: site.name })} onClick={() => onOpen('staff')}>
            <PeopleOutline />
          </IconButton>
        </Hint>
        <Hint title={t('stats.title')}>
          <IconButton aria-label={t('card.statsOf', { name: site.name })} onClick={() => onOpen('stats')}>
            <BarChart />
          </IconButton>
        </Hint>
      </Stack>
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
          columnGap: 1,
          pt: 1,
          borderTop: 1,
          borderColor: 'divider',
        }}
      >
        {LINKS.map(({ name, of, to, icon: Icon }) => (
          <LinkButton
            key={name}
            to={`/sites/${site.id}/${to}`}
            variant="text"
            aria-label={t(of, { name: site.name })}
            size="small"
            color="inherit"
            startIcon={<Icon />}
            sx={{ justifyContent: 'flex-start', color: 'text.secondary', minHeight: 44 }}
          >
            {t(name)}
          </LinkButton>
        ))}
      </Box>
    </Card>
  );
}
