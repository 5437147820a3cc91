import AddOutlined from '@mui/icons-material/AddOutlined';
import FitScreenOutlined from '@mui/icons-material/FitScreenOutlined';
import PrintOutlined from '@mui/icons-material/PrintOutlined';
import RemoveOutlined from '@mui/icons-material/RemoveOutlined';
import {
  Alert,
  Button,
  IconButton,
  Stack,
  Table,
  TableBody,
  TableCell,
  TableContainer,
  TableHead,
  TableRow,
  ToggleButton,
  ToggleButtonGroup,
  Typography,
} from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import type { RuleChoice } from '@perktree/contracts/commission/rule';
import type { TreeRow } from '@perktree/contracts/qr/answers';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NotLoaded } from '../../kit/not-loaded.tsx';
import { Panel } from '../../kit/panel.tsx';
import { formatMoney, formatNumber, formatPercent } from '../../lib/format.ts';
import { printPage } from '../../lib/print-page.ts';
import { useApi } from '../../lib/use-api.ts';
import { layoutOf } from '../shared/tree/layout.ts';
import { EXAMPLE_SALE, type ExampleSplit, splitOf } from '../shared/tree/shares.ts';
import { ownerOf, TreePicture } from './tree-picture.tsx';
import { type DrawnTree, pathTo } from './use-tree-rows.ts';

/** Deeper levels are not indented further. */
const INDENTED_LEVELS = 6;

/** The drawn tree as a table, as its text alternative. */
function TreeTable(props: { rows: readonly TreeRow[]; shareOf: (row: TreeRow) => string | null }) {
  const { t, i18n } = useTranslation('tree-picture');
  const currency = props.rows[0]?.currency ?? 'EUR';
  const money = (amount: string) => formatMoney(amount, currency, i18n.language);
  return (
    // Focusable, so that the keyboard can scroll it.
    <TableContainer tabIndex={0}>
      <Table size="small">
        <TableHead>
          <TableRow>
            <TableCell>{t('column.qr')}</TableCell>
            <TableCell>{t('column.level')}</TableCell>
            <TableCell>{t('column.owner')}</TableCell>
            <TableCell align="right">{t('column.commission')}</TableCell>
            <TableCell align="right">{t('column.share', { amount: money(EXAMPLE_SALE) })}</TableCell>
            <TableCell align="right">{t('column.redemptions')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {props.rows.map((row) => {
            const share = props.shareOf(row);
            return (
              <TableRow key={row.id}>
                <TableCell component="th" scope="row" sx={{ pl: 2 + 2 * Math.min(row.level, INDENTED_LEVELS) }}>
                  {row.name}
                </TableCell>
                <TableCell>{row.level + 1}</TableCell>
                <TableCell>{ownerOf(row, t, i18n.language)}</TableCell>
                <TableCell align="right">{formatPercent(row.commissionPercent, i18n.language)}%</TableCell>
                <TableCell align="right">{share === null ? '–' : money(share)}</TableCell>
                <TableCell align="right">{formatNumber(row.totalRedemptions, i18n.language)}</TableCell>
              </TableRow>
            );
          })}
        </TableBody>
      </Table>
    </TableContainer>
  );
}

/** Describes the split of the example sale in words. */
function SplitText({ split, path }: { split: ExampleSplit; path: readonly TreeRow[] }) {
  const { t, i18n } = useTranslation('tree-picture');
  const last = path.at(-1);
  if (last === undefined) return null;
  const money = (amount: string) => formatMoney(amount, last.currency, i18n.language);
  const parts = path.flatMap((row) => {
    const amount = split.shares.get(row.id);
    if (amount === undefined) return [];
    return [t('part', { owner: ownerOf(row, t, i18n.language), name: row.name, amount: money(amount) })];
  });
  const sale = t('sale', { amount: money(EXAMPLE_SALE), name: last.name });
  const list = parts.length === 0 ? t('noEarner') : `${parts.join('; ')}.`;
  const all = split.pool === null ? '' : t('pool', { amount: money(split.pool) });
  return (
    <>
      <strong>{sale}</strong> {list} {all}
    </>
  );
}

/**
 * The commission rule of a tree's site.
 * @param siteId null for a distributor, who may read it only by a QR
 * @param qrId empty until the tree has loaded
 */
function useRule(siteId: string | null, qrId: string): RuleChoice | undefined {
  const ofSite = useApi(
    calls.siteConfiguration,
    { params: { siteId: siteId ?? '' } },
    { enabled: siteId !== null && siteId !== '' },
  );
  const own = useApi(calls.ownSiteConfig, { params: { qrId } }, { enabled: siteId === null && qrId !== '' });
  return (siteId === null ? own : ofSite).data?.commissionRule;
}

const ZOOMS = [0.5, 0.65, 0.8, 1, 1.25, 1.5] as const;

export function TreeView({ tree, siteId }: { tree: DrawnTree; siteId: string | null }) {
  const { t } = useTranslation('tree-picture');
  const client = useQueryClient();
  const [view, setView] = useState<'picture' | 'table'>('picture');
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [zoom, setZoom] = useState(1);
  const frame = useRef<HTMLDivElement>(null);
  const rule = useRule(siteId, tree.rows?.[0]?.id ?? '');
  const { rows, list } = tree;
  if (rows === undefined || rule === undefined) return <NotLoaded list={list} />;
  const chosen = rows.find(({ id }) => id === chosenId) ?? null;
  const path = chosen === null ? null : pathTo(rows, chosen);
  const split = path && splitOf(path, rule);
  const layout = layoutOf(rows);
  const step = (by: 1 | -1) => {
    const next = by === 1 ? ZOOMS.find((one) => one > zoom) : ZOOMS.findLast((one) => one < zoom);
    if (next !== undefined) setZoom(next);
  };
  const fit = () => {
    const wide = (frame.current?.clientWidth ?? layout.width) / layout.width;
    setZoom(Math.min(1, Math.max(ZOOMS[0], wide)));
  };
  const shareOf = (row: TreeRow): string | null =>
    split === null ? (splitOf(pathTo(rows, row), rule).shares.get(row.id) ?? null) : (split.shares.get(row.id) ?? null);
  const hidden = layout.nodes.reduce((sum, node) => sum + node.hidden, 0);
  return (
    <Panel
      title={view === 'picture' ? t('picture') : t('table')}
      action={
        <Stack
          direction="row"
          useFlexGap
          spacing={1}
          sx={{ flexWrap: 'wrap', alignItems: 'center' }}
          className="no-print"
        >
          <ToggleButtonGroup
            size="small"
            exclusive
            value={view}
            aria-label={t('view')}
            onChange={(_event, next: 'picture' | 'table' | null) => next && setView(next)}
          >
            <ToggleButton value="picture">{t('picture')}</ToggleButton>
            <ToggleButton value="table">{t('table')}</ToggleButton>
          </ToggleButtonGroup>
          {view === 'picture' && (
            <div>
              <IconButton aria-label={t('zoomOut')} disabled={zoom <= ZOOMS[0]} onClick={() => step(-1)}>
                <RemoveOutlined />
              </IconButton>
              <IconButton aria-label={t('zoomIn')} disabled={zoom >= (ZOOMS.at(-1) ?? 1)} onClick={() => step(1)}>
                <AddOutlined />
              </IconButton>
              <IconButton aria-label={t('fit')} onClick={fit}>
                <FitScreenOutlined />
              </IconButton>
            </div>
          )}
          <Button startIcon={<PrintOutlined />} onClick={() => void printPage(client)}>
            {t('print')}
          </Button>
        </Stack>
      }
    >
      <Stack spacing={2}>
        <Example split={split} path={path} onClear={() => setChosenId(null)} />
        {chosen && tree.isOpen(chosen) !== null && chosen.level > 0 && (
          <div>
            <Button size="small" variant="outlined" onClick={() => tree.toggle(chosen)}>
              {tree.isOpen(chosen)
                ? t('close', { name: chosen.name })
                : t('open', { count: chosen.childCount, name: chosen.name })}
            </Button>
          </div>
        )}
        {view === 'picture' ? (
          <TreePicture
            layout={layout}
            zoom={zoom}
            frame={frame}
            isOpen={tree.isOpen}
            onToggle={tree.toggle}
            chosen={path}
            onChoose={({ id }) => setChosenId(id === chosenId ? null : id)}
            shareOf={shareOf}
          />
        ) : (
          <TreeTable rows={rows} shareOf={shareOf} />
        )}
        {hidden > 0 && (
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {t('hidden', { count: hidden })}
          </Typography>
        )}
        {list.error && <Alert severity="warning">{t('outOfDate')}</Alert>}
      </Stack>
    </Panel>
  );
}

function Example(props: { split: ExampleSplit | null; path: readonly TreeRow[] | null; onClear: () => void }) {
  const { t } = useTranslation('tree-picture');
  return (
    <Stack direction={{ xs: 'column', sm: 'row' }} spacing={1} sx={{ alignItems: { sm: 'center' } }}>
      <Typography role="status" variant="body2" sx={{ flex: 1 }}>
        {props.split && props.path ? <SplitText split={props.split} path={props.path} /> : t('choose')}
      </Typography>
      {props.split && (
        <Button size="small" onClick={props.onClear} sx={{ alignSelf: 'flex-start' }}>
          {t('clear')}
        </Button>
      )}
    </Stack>
  );
}
