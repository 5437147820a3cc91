import {
  Alert,
  Box,
  Button,
  LinearProgress,
  Stack,
  Table,
  TableBody,
  TableCell,
  TableContainer,
  TableHead,
  TableRow,
  Typography,
} from '@mui/material';
import { isolated } from '@perktree/contracts/kernel/isolated';
import { benefitLabel } from '@perktree/contracts/qr/benefit';
import type { SiteAnswer } from '@perktree/contracts/site/calls';
import { useTranslation } from 'react-i18next';
import { Panel } from '../../kit/panel.tsx';
import { formatPercent } from '../../lib/format.ts';
import type { SentState } from '../../lib/use-send-each.ts';
import type { QrBody } from './check-row.ts';
import { type BulkItem, useBulkCreate } from './use-bulk-create.ts';

interface Named {
  /** As in a spreadsheet. */
  readonly number: number;
  /** Index among the rows; null: none. */
  readonly parent: number | null;
  readonly body: { readonly name: string };
}

/** Rows with the same name under the same parent. Names need not be unique, but two such rows are often one that was copied. */
function siblingsOfOneName(qrs: readonly Named[]): readonly { readonly name: string; readonly which: string }[] {
  const alike = new Map<string, Named[]>();
  for (const qr of qrs) {
    if (qr.parent === null) continue;
    const key = `${qr.parent} ${qr.body.name}`;
    alike.set(key, [...(alike.get(key) ?? []), qr]);
  }
  return [...alike.values()].flatMap((rows) => {
    const [first] = rows;
    return first && rows.length > 1
      ? [{ name: first.body.name, which: rows.map(({ number }) => number).join(', ') }]
      : [];
  });
}

export function BulkPreview({ site, file, items }: { site: SiteAnswer; file: string; items: readonly BulkItem[] }) {
  const { t, i18n } = useTranslation('bulk-qrs');
  const bulk = useBulkCreate(site.id, file, items);
  const total = items.reduce((sum, { qrs }) => sum + qrs.length, 0);
  const left = total - bulk.done;
  const alike = items.flatMap(({ qrs }) => siblingsOfOneName(qrs));
  const namesOf = (isDone: boolean) =>
    items
      .filter((item) => (bulk.stateOf(item).kind === 'done') === isDone)
      .map(({ qrs: [root] }) => isolated(root.body.name))
      .join(', ');
  return (
    <Panel
      title={t('preview')}
      action={
        left > 0 && (
          <Button variant="contained" loading={bulk.isRunning} onClick={() => void bulk.run()}>
            {bulk.hasRun ? t('again', { count: left }) : t('create', { count: left })}
          </Button>
        )
      }
    >
      {bulk.hasRun && (
        <Stack spacing={1} sx={{ mb: 2 }}>
          <Typography role="status">{t('progress', { done: bulk.done, total })}</Typography>
          <LinearProgress variant="determinate" value={(100 * bulk.done) / total} aria-label={t('result')} />
        </Stack>
      )}
      {bulk.hasRun && !bulk.isRunning && left > 0 && (
        <Alert severity="warning" sx={{ mb: 2, overflowWrap: 'anywhere' }}>
          {t('partly', { created: namesOf(true) || t('nothing'), left: namesOf(false) })}
        </Alert>
      )}
      {alike.map(({ name, which }) => (
        <Alert key={which} severity="info" sx={{ mb: 2, overflowWrap: 'anywhere' }}>
          {t('alike', { name: isolated(name), which })}
        </Alert>
      ))}
      <TableContainer tabIndex={0} role="group" aria-label={t('preview')}>
        <Table size="small">
          <TableHead>
            <TableRow>
              {(
                ['row', 'name', 'parent', 'internalName', 'benefit', 'commission', 'max', 'url', 'result'] as const
              ).map((title) => (
                <TableCell key={title}>{t(title)}</TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {items.flatMap((item) =>
              item.qrs.map(({ number, body, parent }) => (
                <TableRow key={number}>
                  <TableCell>{number}</TableCell>
                  <TableCell>{body.name}</TableCell>
                  <TableCell>{parent === null ? '' : <Parent qr={item.qrs[parent]} />}</TableCell>
                  <TableCell>{body.internalName ?? ''}</TableCell>
                  <TableCell>{benefitLabel({ ...benefitOf(body), currency: site.currency }, i18n.language)}</TableCell>
                  <TableCell>
                    {body.commissionPercent === undefined
                      ? t('siteDefault')
                      : `${formatPercent(body.commissionPercent, i18n.language)}%`}
                  </TableCell>
                  <TableCell>{body.maxRedemptions ?? t('unlimited')}</TableCell>
                  <TableCell sx={{ overflowWrap: 'anywhere' }}>{body.externalUrl ?? ''}</TableCell>
                  <TableCell>
                    <State state={bulk.stateOf(item)} />
                  </TableCell>
                </TableRow>
              )),
            )}
          </TableBody>
        </Table>
      </TableContainer>
    </Panel>
  );
}

/** By name and row, because several rows may have the name. */
function Parent({ qr }: { qr: BulkItem['qrs'][number] | undefined }) {
  const { t } = useTranslation('bulk-qrs');
  return <>{qr && t('parentOf', { name: isolated(qr.body.name), row: qr.number })}</>;
}

function State({ state }: { state: SentState }) {
  const { t } = useTranslation('bulk-qrs');
  if (state.kind === 'refused') {
    return <Box sx={{ color: 'error.main' }}>{t('state.refused', { reason: state.reason })}</Box>;
  }
  if (state.kind === 'unknown') return <Box sx={{ color: 'warning.main' }}>{t('state.unknown')}</Box>;
  return <>{t(`state.${state.kind}`)}</>;
}

function benefitOf({ type, discountPercent = null, discountFixedAmount = null, textReward = null }: QrBody) {
  return { type, discountPercent, discountFixedAmount, textReward };
}
