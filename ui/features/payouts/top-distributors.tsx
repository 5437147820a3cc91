import EmojiEventsOutlined from '@mui/icons-material/EmojiEventsOutlined';
import { MenuItem, Stack, TextField } from '@mui/material';
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
import { useApi, useApiList } from '../../lib/use-api.ts';
import { BlockButton, BlockedDistributors } from './blocked-distributors.tsx';
import { FiguresTable } from './figures-table.tsx';
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
  const { t, i18n } = useTranslation('payouts');
  if (rows.length === 0) {
    return <EmptyState icon={<EmojiEventsOutlined />} title={t('top.empty')} text={t('top.emptyText')} />;
  }
  const figures = rows.map((row) => ({
    ...row,
    id: row.distributorId,
    name: personName(row.name, i18n.language),
    action: <BlockButton siteId={siteId} distributor={personOf(row)} />,
  }));
  return <FiguresTable of={t('top.distributor')} rows={figures} />;
}
