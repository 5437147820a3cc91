import EmojiEventsOutlined from '@mui/icons-material/EmojiEventsOutlined';
import {
  List,
  ListItem,
  ListItemText,
  MenuItem,
  Stack,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  TextField,
  Typography,
  useMediaQuery,
} from '@mui/material';
import { useTheme } from '@mui/material/styles';
import { calls } from '@perktree/contracts/http/calls';
import type { TopDistributorAnswer } from '@perktree/contracts/http/site-reports';
import { personName } from '@perktree/contracts/person-name';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { CsvButton } from '../../components/csv-button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Panel } from '../../components/panel.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { ShownOnly } from '../../components/shown-only.tsx';
import { formatMoney, formatNumber } from '../../lib/format.ts';
import { useApi, useApiList } from '../../lib/use-api.ts';
import { BlockButton, BlockedDistributors } from './blocked-distributors.tsx';
import { UnpayableBalances } from './unpayable-balances.tsx';
import { useTopColumns } from './use-csv-columns.ts';

/** As many as the call answers. */
const SHOWN = 20;

/** Who earned most on one of the owner's sites. */
export function TopDistributors() {
  const { t } = useTranslation('payouts');
  const sites = useApiList(calls.listSites, {});
  const [query, setQuery] = useSearchParams();
  const picked = sites.data?.find(({ id }) => id === query.get('site')) ?? sites.data?.[0];
  const siteId = picked?.id ?? '';
  const pick = (id: string) =>
    setQuery((before) => {
      const next = new URLSearchParams(before);
      next.set('site', id);
      return next;
    });
  const columns = useTopColumns();
  const top = useApi(calls.topDistributors, { params: { siteId } }, { enabled: siteId !== '' });
  return (
    <Panel
      title={t('top.title')}
      action={
        <Stack direction="row" useFlexGap spacing={1} sx={{ flexWrap: 'wrap', alignItems: 'center' }}>
          {(sites.data?.length ?? 0) > 1 && (
            <TextField
              select
              label={t('site')}
              value={siteId}
              onChange={(e) => pick(e.target.value)}
              sx={{ width: 220 }}
            >
              {sites.data?.map((site) => (
                <MenuItem key={site.id} value={site.id}>
                  {site.name}
                </MenuItem>
              ))}
            </TextField>
          )}
          <CsvButton
            what={t('top.title')}
            name={[t('top.title'), picked?.name ?? '']}
            columns={columns}
            rows={top.data}
          />
        </Stack>
      }
    >
      <QueryView query={sites}>
        {(list) =>
          list.length === 0 ? (
            <TopTable rows={[]} siteId={siteId} />
          ) : (
            <QueryView query={top}>
              {(rows) => (
                <>
                  <TopTable rows={rows} siteId={siteId} />
                  <ShownOnly shown={rows.length} most={SHOWN} />
                </>
              )}
            </QueryView>
          )
        }
      </QueryView>
      <BlockedDistributors siteId={siteId} />
      <UnpayableBalances siteId={siteId} />
    </Panel>
  );
}

interface TopRows {
  readonly rows: readonly TopDistributorAnswer[];
  readonly siteId: string;
}

const personOf = ({ distributorId: id, name, isBlocked }: TopDistributorAnswer) => ({ id, name, isBlocked });

function TopTable({ rows, siteId }: TopRows) {
  const { t } = useTranslation('payouts');
  const wide = useMediaQuery(useTheme().breakpoints.up('sm'));
  if (rows.length === 0) {
    return <EmptyState icon={<EmojiEventsOutlined />} title={t('top.empty')} text={t('top.emptyText')} />;
  }
  return wide ? <WideTable rows={rows} siteId={siteId} /> : <NarrowList rows={rows} siteId={siteId} />;
}

function WideTable({ rows, siteId }: TopRows) {
  const { t, i18n } = useTranslation('payouts');
  const number = (value: number) => formatNumber(value, i18n.language);
  return (
    <Table size="small">
      <TableHead>
        <TableRow>
          <TableCell>{t('top.distributor')}</TableCell>
          <TableCell align="right">{t('top.qrs')}</TableCell>
          <TableCell align="right">{t('top.scans')}</TableCell>
          <TableCell align="right">{t('top.redemptions')}</TableCell>
          <TableCell align="right">{t('top.commission')}</TableCell>
          <TableCell />
        </TableRow>
      </TableHead>
      <TableBody>
        {rows.map((row) => (
          <TableRow key={row.distributorId}>
            <TableCell component="th" scope="row" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
              {personName(row.name, i18n.language)}
            </TableCell>
            <TableCell align="right">{number(row.qrs)}</TableCell>
            <TableCell align="right">{number(row.scans)}</TableCell>
            <TableCell align="right">{number(row.redemptions)}</TableCell>
            <TableCell align="right">{formatMoney(row.commission, row.currency, i18n.language)}</TableCell>
            <TableCell align="right">
              <BlockButton siteId={siteId} distributor={personOf(row)} />
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}

/** Five columns do not fit on a phone. */
function NarrowList({ rows, siteId }: TopRows) {
  const { t, i18n } = useTranslation('payouts');
  const figure = (value: number, name: string) => `${formatNumber(value, i18n.language)} ${t(name)}`;
  return (
    <List disablePadding>
      {rows.map((row, i) => (
        <ListItem key={row.distributorId} disableGutters divider={i < rows.length - 1} sx={{ gap: 2 }}>
          <ListItemText
            primary={personName(row.name, i18n.language)}
            secondary={[
              figure(row.qrs, 'top.qrs'),
              figure(row.scans, 'top.scans'),
              figure(row.redemptions, 'top.redemptions'),
            ].join(' · ')}
            slotProps={{ primary: { sx: { fontWeight: 600, overflowWrap: 'anywhere' } } }}
          />
          <Typography sx={{ fontWeight: 700, flex: 'none' }}>
            {formatMoney(row.commission, row.currency, i18n.language)}
          </Typography>
          <BlockButton siteId={siteId} distributor={personOf(row)} />
        </ListItem>
      ))}
    </List>
  );
}
