import EmojiEventsOutlined from '@mui/icons-material/EmojiEventsOutlined';
import {
  List,
  ListItem,
  ListItemText,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  Typography,
  useMediaQuery,
} from '@mui/material';
import { useTheme } from '@mui/material/styles';
import { calls } from '@perktree/contracts/http/calls';
import type { StandingAnswer } from '@perktree/contracts/http/site-reports';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../components/empty-state.tsx';
import { Panel } from '../../components/panel.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { ShownOnly } from '../../components/shown-only.tsx';
import { formatMoney, formatNumber } from '../../lib/format.ts';
import { useApi } from '../../lib/use-api.ts';

/** As many as the call answers. */
const SHOWN = 50;

/** 'Top Distributors' of a distributor: its own rank and figures on each site. */
export function OwnStandings() {
  const { t } = useTranslation('payouts');
  const standings = useApi(calls.ownStandings, {}, { staleTime: 0 });
  const wide = useMediaQuery(useTheme().breakpoints.up('sm'));
  return (
    <Panel title={t('top.title')} subtitle={t('top.own.subtitle')}>
      <QueryView query={standings}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState icon={<EmojiEventsOutlined />} title={t('top.own.empty')} text={t('top.own.emptyText')} />
          ) : (
            <>
              {wide ? <WideTable rows={rows} /> : <NarrowList rows={rows} />}
              <ShownOnly shown={rows.length} most={SHOWN} />
            </>
          )
        }
      </QueryView>
    </Panel>
  );
}

function useWords() {
  const { t, i18n } = useTranslation('payouts');
  const number = (value: number) => formatNumber(value, i18n.language);
  return {
    t,
    number,
    money: (row: StandingAnswer) => formatMoney(row.commission, row.currency, i18n.language),
    place: (row: StandingAnswer) =>
      t('top.own.place', { rank: number(row.rank), distributors: number(row.distributors) }),
  };
}

function WideTable({ rows }: { rows: readonly StandingAnswer[] }) {
  const { t, number, money, place } = useWords();
  return (
    <Table size="small">
      <TableHead>
        <TableRow>
          <TableCell>{t('top.own.site')}</TableCell>
          <TableCell align="right">{t('top.own.rank')}</TableCell>
          <TableCell align="right">{t('top.qrs')}</TableCell>
          <TableCell align="right">{t('top.scans')}</TableCell>
          <TableCell align="right">{t('top.redemptions')}</TableCell>
          <TableCell align="right">{t('top.commission')}</TableCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {rows.map((row) => (
          <TableRow key={row.siteId}>
            <TableCell component="th" scope="row" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
              {row.siteName}
            </TableCell>
            <TableCell align="right">{place(row)}</TableCell>
            <TableCell align="right">{number(row.qrs)}</TableCell>
            <TableCell align="right">{number(row.scans)}</TableCell>
            <TableCell align="right">{number(row.redemptions)}</TableCell>
            <TableCell align="right">{money(row)}</TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

/** Six columns do not fit on a phone. */
function NarrowList({ rows }: { rows: readonly StandingAnswer[] }) {
  const { t, number, money, place } = useWords();
  return (
    <List disablePadding>
      {rows.map((row, i) => (
        <ListItem key={row.siteId} disableGutters divider={i < rows.length - 1} sx={{ gap: 2 }}>
          <ListItemText
            primary={row.siteName}
            secondary={[
              `${t('top.own.rank')} ${place(row)}`,
              `${number(row.qrs)} ${t('top.qrs')}`,
              `${number(row.scans)} ${t('top.scans')}`,
              `${number(row.redemptions)} ${t('top.redemptions')}`,
            ].join(' · ')}
            slotProps={{ primary: { sx: { fontWeight: 600, overflowWrap: 'anywhere' } } }}
          />
          <Typography sx={{ fontWeight: 700, flex: 'none' }}>{money(row)}</Typography>
        </ListItem>
      ))}
    </List>
  );
}
