import { Checkbox, FormControlLabel, Typography } from '@mui/material';
import type { ListedQr } from '@perktree/contracts/qr/answers';
import { benefitLabel } from '@perktree/contracts/qr/benefit';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../kit/empty-state.tsx';
import { ServerListView } from '../../kit/list/server-list-view.tsx';
import type { ServerList } from '../../kit/list/use-server-list.ts';
import type { ChosenQrs } from './use-chosen-qrs.ts';

/** Chooses QRs one by one, or all that match the search and the filter. */
export function QrChoice({ list, chosen }: { list: ServerList<ListedQr>; chosen: ChosenQrs }) {
  const { t, i18n } = useTranslation(['print-sheets', 'qr-management']);
  const { ids, toggle } = chosen;
  const count = list.loaded.total ?? 0;
  const isAll = chosen.allOf === list.url || (!list.isFiltering && count > 0 && ids.size === count);
  const row = useCallback(
    (qr: ListedQr) => (
      <FormControlLabel
        control={<Checkbox checked={ids.has(qr.id)} onChange={() => toggle(qr.id)} />}
        label={
          <>
            <bdi>{qr.name}</bdi>{' '}
            <Typography component="span" variant="body2" sx={{ color: 'text.secondary' }}>
              {benefitLabel(qr, i18n.language)}
            </Typography>
          </>
        }
        sx={{ minHeight: 44, mr: 0, overflowWrap: 'anywhere' }}
      />
    ),
    [ids, toggle, i18n.language],
  );
  return (
    <>
      {count > 0 && (
        <FormControlLabel
          control={
            <Checkbox
              checked={isAll}
              indeterminate={!isAll && ids.size > 0}
              disabled={chosen.isAdding}
              onChange={() => (isAll ? chosen.clear() : chosen.addAll(list.url))}
            />
          }
          label={t('all', { chosen: ids.size, total: count })}
          sx={{ minHeight: 44, mr: 0 }}
        />
      )}
      <ServerListView
        list={list}
        label={t('choose')}
        search={t('qr-management:search')}
        nameOf={(state) =>
          t(state === 'usable' ? 'qr-management:usable' : (`qr-management:row.${state}` as 'qr-management:row.expired'))
        }
        empty={<EmptyState title={t('empty')} />}
        keyOf={({ id }) => id}
        height={45}
        rowsByScrolling={0}
      >
        {row}
      </ServerListView>
    </>
  );
}
