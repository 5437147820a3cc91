import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import { Box, Button, Card, Stack, TextField, Typography } from '@mui/material';
import type { Call } from '@perktree/contracts/kernel/call';
import { LIST_FILES, type ListFile } from '@perktree/contracts/kernel/csv';
import { fileName } from '@perktree/contracts/kernel/file-name';
import { joined } from '@perktree/contracts/kernel/isolated';
import { dayIn } from '@perktree/contracts/kernel/time-zone';
import type { SiteAnswer } from '@perktree/contracts/site/calls';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { getListFile, pathParts, queryString } from '../../lib/api.ts';
import { downloadBlob } from '../../lib/download.ts';
import {
  ALL,
  type ListNames,
  type ListState,
  listStateOf,
  newestAddress,
  withListState,
} from '../../lib/list-state.ts';
import { type ItemOf, type LoadedList, type PagesOptions, useApiPages, useCommand } from '../../lib/use-api.ts';
import { useLocale } from '../../lib/use-locale.ts';
import { choices } from '../form/form.tsx';
import { NothingFound, Panel } from '../page.tsx';
import { siteKey } from '../use-site.ts';
import { NotLoaded } from './list-footer.tsx';
import { SearchField } from './search-field.tsx';
import { VirtualList, type VirtualListProps } from './virtual-list.tsx';

export function ListBar(props: {
  list: ListControls;
  search: string;
  label: (name: string) => string;
  action?: ReactNode;
}) {
  const { t } = useLocale('list');
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

type ListControls = Omit<ServerList<unknown>, 'loaded' | 'url'>;

/** List controls whose state lives in the page's address. */
function useListControls(names: ListNames): ListControls {
  const [query, setQuery] = useSearchParams();
  const state = listStateOf(query, names);
  return {
    state,
    filters: names.filters,
    sorts: names.sorts,
    isFiltering: state.text.trim() !== '' || state.show !== ALL,
    change(part) {
      const before = newestAddress();
      const changed = { ...listStateOf(before, names), ...part };
      // Typing does not add history entries.
      setQuery(withListState(before, changed, names), { replace: 'text' in part });
    },
  };
}

export interface ServerList<Item> {
  readonly state: ListState;
  readonly filters: readonly string[];
  readonly sorts: readonly string[];
  readonly isFiltering: boolean;
  change(part: Partial<ListState>): void;
  readonly loaded: LoadedList<Item>;
  /** URL of the list without paging, for its CSV. */
  readonly url: string;
}

/** Live events refresh the list instead. */
const NEVER_STALE = { staleTime: Number.POSITIVE_INFINITY } as const;

/**
 * A list that the server searches, filters and sorts, loaded page by page.
 * @param query parameters of the call in addition to the list's own
 */
export function useServerList<C extends Call>(
  call: C,
  params: Readonly<Record<string, string>>,
  names: ListNames & { readonly pageLength: number },
  query: Readonly<Record<string, string | undefined>> = {},
  options: Pick<PagesOptions, 'retry' | 'keepsAllPages' | 'refetchInterval'> = {},
): ServerList<ItemOf<C>> {
  const controls = useListControls(names);
  const { text, show, sort } = controls.state;
  // Defaults are left out.
  const listQuery = {
    ...query,
    q: text.trim() || undefined,
    show: show === ALL ? undefined : show,
    sort: sort === names.sorts[0] ? undefined : sort,
  };
  const request = { params, query: { ...listQuery, limit: String(names.pageLength) } };
  const loaded = useApiPages(call, request as never, { ...NEVER_STALE, ...options }) as LoadedList<ItemOf<C>>;
  return { ...controls, loaded, url: pathParts(call.path, params).join('/') + queryString(listQuery) };
}

interface Props {
  title: string;
  of?: string | undefined;
  list: { readonly url: string; readonly loaded: { readonly items: readonly unknown[] | undefined } };
}

/** Downloads all matching rows of a server list as `{of, else its site}_{title}_{today}`, or as the server names the file. */
export function ListDownload(props: Props) {
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap' }}>
      {LIST_FILES.map((type) => (
        <DownloadButton key={type} type={type} {...props} />
      ))}
    </Stack>
  );
}

function DownloadButton({ type, title, of, list }: Props & { type: ListFile }) {
  const { t, language } = useLocale('common');
  const client = useQueryClient();
  const download = useCommand({
    send: () => getListFile(list.url, type, language),
    failed: t(`${type}.failed`),
    onDone: ({ file, name }) => {
      const today = dayIn(Intl.DateTimeFormat().resolvedOptions().timeZone, Date.now());
      const [, siteId = ''] = /^\/api\/sites\/([^/]+)\//.exec(list.url) ?? [];
      const [site] = client.getQueryData<readonly SiteAnswer[]>(siteKey(siteId)) ?? [];
      downloadBlob(file, name ?? fileName([of ?? site?.name, title, today], type));
    },
  });
  return (
    <Button
      startIcon={<FileDownloadOutlined />}
      disabled={!list.loaded.items?.length}
      loading={download.isPending}
      loadingPosition="start"
      aria-label={t(`${type}.label`, { what: title })}
      onClick={() => download.mutate()}
    >
      {t(`${type}.button`)}
    </Button>
  );
}

/** A panel with a list that the server searches, and its downloads. @param props.of names their files */
export function ListPanel<Item>(
  props: Omit<ViewProps<Item>, 'label'> & { title: string; subtitle?: string; of?: string | undefined },
) {
  const { title, subtitle, of, ...view } = props;
  const download = <ListDownload title={title} of={of} list={view.list} />;
  return (
    <Panel title={title} subtitle={subtitle} action={download}>
      <ServerListView {...view} label={title} />
    </Panel>
  );
}

interface ViewProps<Item> extends Omit<VirtualListProps<Item>, 'list'> {
  list: ServerList<Item>;
  search: string;
  nameOf: (filter: string) => string;
  /** Rendered beside the search field. */
  action?: ReactNode;
  /** Shown when the unfiltered list has no rows. */
  empty: ReactNode;
}

/** A list that the server searches: search field, filters, number of matches and rows. */
export function ServerListView<Item>({ list, search, nameOf, action, empty, ...rows }: ViewProps<Item>) {
  const { t, format } = useLocale('list');
  const { items, total } = list.loaded;
  const isEmpty = items?.length === 0;
  if (isEmpty && !list.isFiltering) return empty;
  return (
    <>
      {(items !== undefined || list.isFiltering) && (
        <ListBar list={list} search={search} label={nameOf} action={action} />
      )}
      <Typography role="status" variant="quiet" sx={{ '&:not(:empty)': { mb: 1 } }}>
        {list.isFiltering && !isEmpty && total !== null
          ? t('found', { count: total, number: format.number(total) })
          : ''}
      </Typography>
      {items === undefined && <NotLoaded list={list.loaded} />}
      {isEmpty &&
        (rows.cards === undefined ? (
          <NothingFound />
        ) : (
          <Card>
            <NothingFound />
          </Card>
        ))}
      {items !== undefined && !isEmpty && <VirtualList {...rows} list={list.loaded} />}
    </>
  );
}
