import { Box, Stack, TextField } from '@mui/material';
import { joined } from '@perktree/contracts/kernel/isolated';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ALL } from '../../lib/list-state.ts';
import { choices } from '../form/form-field.tsx';
import { SearchField } from './search-field.tsx';
import type { ListControls } from './use-list-controls.ts';

export function ListBar(props: {
  list: ListControls;
  /** Label of the search field. */
  search: string;
  label: (name: string) => string;
  action?: ReactNode;
}) {
  const { t } = useTranslation('list');
  const { list, label } = props;
  const { text, show, sort } = list.state;
  const chosen = joined([
    ...(text.trim() === '' ? [] : [`${props.search}: ${text}`]),
    ...(show === ALL || list.filters.length === 0 ? [] : [`${t('show')}: ${label(show)}`]),
    ...(list.sorts.length > 1 ? [`${t('sort')}: ${t(`order.${sort}`)}`] : []),
  ]);
  const choice = (name: 'show' | 'sort', options: readonly string[], nameOf: (option: string) => string) => (
    <TextField
      select
      label={t(name)}
      value={list.state[name]}
      onChange={(event) => list.change({ [name]: event.target.value })}
      sx={{ flex: '1 1 170px', minWidth: 0 }}
    >
      {choices(options, nameOf)}
    </TextField>
  );
  return (
    <>
      <Box className="only-print">{chosen}</Box>
      <Stack
        component="search"
        direction="row"
        useFlexGap
        spacing={1.5}
        sx={{ mb: 2, flexWrap: 'wrap', alignItems: 'center' }}
      >
        <SearchField
          label={props.search}
          text={list.state.text}
          onSearch={(text) => list.change({ text })}
          sx={{ flex: '2 1 220px', minWidth: 0 }}
        />
        {/* Filters and sorting wrap together. */}
        {(list.filters.length > 0 || list.sorts.length > 1) && (
          <Stack direction="row" useFlexGap spacing={1.5} sx={{ flex: '2 1 352px', minWidth: 0, flexWrap: 'wrap' }}>
            {list.filters.length > 0 &&
              choice('show', [ALL, ...list.filters], (name) => (name === ALL ? t('all') : label(name)))}
            {list.sorts.length > 1 && choice('sort', list.sorts, (name) => t(`order.${name}`))}
          </Stack>
        )}
        {props.action}
      </Stack>
    </>
  );
}
