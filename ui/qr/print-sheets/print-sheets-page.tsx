import { Button, FormGroup, Stack, TextField, Typography } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import type { ListedQr } from '@perktree/contracts/qr/answers';
import { MAX_LABELS, QR_SHOWS, QR_SORTS, type QrLabel } from '@perktree/contracts/qr/list-calls';
import {
  BLEED_MM,
  LABEL_LINES,
  LABEL_SIZES,
  type LabelLine,
  type LabelSize,
  labelsPerPage,
  MAX_ON_SHEET,
  MIN_CODE_MM,
  PAPER_NAMES,
  type PrintSheetBody,
  paperOf,
  printSheetCall,
  SHEET_FORMATS,
  type SheetFormat,
  type SheetPaper,
} from '@perktree/contracts/qr/print-sheet-calls';
import { useCallback, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { CheckField } from '../../kit/form/check-field.tsx';
import { choices } from '../../kit/form/form.tsx';
import { type ServerList, ServerListView, useServerList } from '../../kit/list/server-list.tsx';
import { Columns, EmptyState, LinkButton, NextStep, PageHeader, Panel } from '../../kit/page.tsx';
import { getFile, getPage, pathParts, queryString, sendAsking } from '../../lib/api.ts';
import { useAuth } from '../../lib/auth.tsx';
import { csvFormat, downloadBlob } from '../../lib/download.ts';
import { useCommand } from '../../lib/use-api.ts';
import { useLocale } from '../../lib/use-locale.ts';

interface Chosen {
  /** In the order in which they were chosen. */
  readonly ids: ReadonlySet<string>;
  /** URL of the list whose matches have all been chosen; null if none. */
  readonly allOf: string | null;
}
const NOTHING: Chosen = { ids: new Set(), allOf: null };

type ChosenQrs = ReturnType<typeof useChosenQrs>;

/**
 * QRs that are chosen one by one, or all that match a search and a filter.
 * @param siteId null for the signed-in distributor's QRs
 */
function useChosenQrs(siteId: string | null) {
  const { t } = useLocale('print-sheets');
  const [{ ids, allOf }, setChosen] = useState(NOTHING);
  const adding = useCommand({
    send: ({ query }: { query: Readonly<Record<string, string>>; url: string }) =>
      sendAsking(() => idsOfMatches(siteId, query)),
    failed: t('failed'),
    onDone: (matches, { url }) => setChosen((before) => ({ ids: new Set([...before.ids, ...matches]), allOf: url })),
  });
  const toggle = useCallback(
    (id: string) =>
      setChosen((before) => {
        const next = new Set(before.ids);
        if (!next.delete(id)) next.add(id);
        return { ids: next, allOf: next.has(id) ? before.allOf : null };
      }),
    [],
  );
  return {
    ids,
    allOf,
    isAdding: adding.isPending,
    toggle,
    clear: () => setChosen(NOTHING),
    /** @param url URL of the list, with the search and filter to apply */
    addAll: (url: string) => {
      const { q, show } = Object.fromEntries(new URL(url, window.location.origin).searchParams);
      adding.mutate({ url, query: { ...(q !== undefined && { q }), ...(show !== undefined && { show }) } });
    },
  };
}

/** The QRs that match a search and a filter. Loads up to 1,000 per request. */
async function idsOfMatches(
  siteId: string | null,
  query: Readonly<Record<string, string>>,
): Promise<readonly string[]> {
  const path = siteId === null ? pathParts(calls.ownLabels.path) : pathParts(calls.siteLabels.path, { siteId });
  const url = path.join('/') + queryString({ ...query, limit: String(MAX_LABELS) });
  const ids: string[] = [];
  let cursor: string | null = null;
  do {
    const page = await getPage(url, cursor);
    ids.push(...(page.items as QrLabel[]).map(({ id }) => id));
    cursor = page.nextCursor;
  } while (cursor !== null);
  return ids;
}

/** Chooses QRs one by one, or all that match the search and the filter. */
function QrChoice({ list, chosen }: { list: ServerList<ListedQr>; chosen: ChosenQrs }) {
  const { t, format } = useLocale(['print-sheets', 'qr-management']);
  const { ids, toggle } = chosen;
  const count = list.loaded.total ?? 0;
  const isAll = chosen.allOf === list.url || (!list.isFiltering && count > 0 && ids.size === count);
  const row = useCallback(
    (qr: ListedQr) => (
      <CheckField
        checked={ids.has(qr.id)}
        onChange={() => toggle(qr.id)}
        label={
          <>
            <bdi>{qr.name}</bdi>{' '}
            <Typography component="span" variant="body2" sx={{ color: 'text.secondary' }}>
              {format.benefit(qr)}
            </Typography>
          </>
        }
        sx={{ mr: 0, overflowWrap: 'anywhere' }}
      />
    ),
    [ids, toggle, format],
  );
  return (
    <>
      {count > 0 && (
        <CheckField
          checked={isAll}
          indeterminate={!isAll && ids.size > 0}
          disabled={chosen.isAdding}
          onChange={() => (isAll ? chosen.clear() : chosen.addAll(list.url))}
          label={t('all', { chosen: ids.size, total: count })}
          sx={{ mr: 0 }}
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

function usePrintSheet() {
  const { t, language } = useLocale('print-sheets');
  return useCommand({
    send: async (body: PrintSheetBody) => {
      const separator = csvFormat(language);
      const headers = { 'Accept-Language': language, Accept: `text/csv;separator=${separator}, */*` };
      const { file, name } = await getFile(printSheetCall.path, { headers, body });
      downloadBlob(file, name ?? `${t('title')}.${body.format}`);
    },
    done: (_, { ids, size, format }) => {
      const count = Math.ceil(ids.length / labelsPerPage(size));
      return { title: t('done'), ...(format !== 'csv' && { description: t('doneText', { count }) }) };
    },
    failed: t('failed'),
  });
}

const NAMES = { filters: QR_SHOWS, sorts: QR_SORTS, pageLength: 50 };

export default function PrintSheetsPage() {
  const { t } = useLocale('print-sheets');
  const [query] = useSearchParams();
  const site = query.get('site') ?? '';
  const asDistributor = useAuth().role === 'distributor';
  const back = asDistributor || site === '' ? '/qr-management' : `/qr-management?site=${encodeURIComponent(site)}`;
  return (
    <>
      <PageHeader
        title={t('title')}
        subtitle={t('subtitle')}
        actions={<LinkButton to={back}>{t('back')}</LinkButton>}
      />
      {!asDistributor && site === '' ? (
        <EmptyState title={t('noSite')} text={t('noSiteText')} action={<NextStep step="chooseSite" />} />
      ) : (
        <Sheet siteId={asDistributor ? null : site} />
      )}
    </>
  );
}

/** @param siteId null: the signed-in distributor's QRs */
function Sheet({ siteId }: { siteId: string | null }) {
  const { t, format } = useLocale('print-sheets');
  const list = useServerList(
    siteId === null ? calls.listOwnQrs : calls.listQrs,
    siteId === null ? {} : { siteId },
    siteId === null ? { ...NAMES, sorts: ['created', ...QR_SORTS] } : NAMES,
  );
  const chosen = useChosenQrs(siteId);
  const [chosenPaper, setPaper] = useState<SheetPaper | null>(null);
  const paper = chosenPaper ?? paperOf(list.loaded.items?.[0]?.currency);
  const [lines, setLines] = useState<readonly LabelLine[]>([]);
  const [hasMarks, setHasMarks] = useState(false);
  const [size, setSize] = useState<LabelSize>('small');
  const sheet = usePrintSheet();
  const isTooMany = chosen.ids.size > MAX_ON_SHEET;
  const save = (format: SheetFormat) =>
    sheet.mutate({ siteId, ids: [...chosen.ids], paper, size, format, lines: [...lines], hasMarks });
  const toggle = (line: LabelLine) =>
    setLines((before) => LABEL_LINES.filter((one) => before.includes(one) !== (one === line)));
  return (
    <Columns widths="minmax(0, 1fr) 360px">
      <Panel title={t('choose')}>
        <QrChoice list={list} chosen={chosen} />
      </Panel>
      <Panel title={t('sheet')}>
        <Stack spacing={2.5}>
          <TextField select label={t('paper')} value={paper} onChange={(e) => setPaper(e.target.value as SheetPaper)}>
            {choices(PAPER_NAMES, (name) => t(`papers.${name}`))}
          </TextField>
          <TextField
            select
            label={t('size')}
            value={size}
            onChange={(e) => setSize(e.target.value as LabelSize)}
            helperText={LABEL_SIZES[size].hasLogos ? undefined : t('noLogos', { mm: MIN_CODE_MM.withLogo })}
          >
            {choices(Object.keys(LABEL_SIZES) as LabelSize[], (name) => t(`sizes.${name}`))}
          </TextField>
          <FormGroup>
            {LABEL_LINES.map((line) => (
              <CheckField
                key={line}
                checked={lines.includes(line)}
                onChange={() => toggle(line)}
                label={t(`lines.${line}`)}
              />
            ))}
            <CheckField checked={hasMarks} onChange={setHasMarks} label={t('marks', { mm: BLEED_MM })} />
          </FormGroup>
          {SHEET_FORMATS.map((format) => (
            <Button
              key={format}
              variant={format === 'pdf' ? 'contained' : 'outlined'}
              disabled={chosen.ids.size === 0 || isTooMany || chosen.isAdding || sheet.isPending}
              loading={sheet.isPending && sheet.variables.format === format}
              onClick={() => save(format)}
            >
              {t(`download.${format}`)}
            </Button>
          ))}
          {isTooMany && <Typography role="alert">{t('tooMany', { max: format.number(MAX_ON_SHEET) })}</Typography>}
        </Stack>
      </Panel>
    </Columns>
  );
}
