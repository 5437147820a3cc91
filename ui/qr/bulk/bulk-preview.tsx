import { Alert, Box, Button, LinearProgress, Stack, Typography } from '@mui/material';
import { calls } from '@perktree/contracts/catalogue/calls';
import type { SiteAnswer } from '@perktree/contracts/site/calls';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { DataTable, type TableColumn } from '../../kit/figures.tsx';
import { Panel } from '../../kit/page.tsx';
import { headingAfter } from '../../kit/screen-heading.tsx';
import { callApi } from '../../lib/api.ts';
import { isolated, useLocale } from '../../lib/use-locale.ts';
import { type SentState, useSendEach } from '../../lib/use-send-each.ts';
import { qrReads } from '../shared/dialogs/use-qr-form.ts';
import type { QrBody } from './rows.ts';

/**
 * The beginning of the Idempotency-Keys of a file: sending it again, after a lost answer or a reload, creates no duplicates. It stays
 * as it is, since a file may be sent again after an upgrade.
 */
export function fileKey(file: string, siteId: string): string {
  const content = `${siteId}\n${file}`;
  return `bulk-${hash(content, 1)}${hash(content, 2)}`;
}

/**
 * 53 bits of cyrb53 (public domain), as hex. crypto.subtle exists in secure contexts only. A collision is harmless:
 * the server refuses a key that comes with another body.
 */
function hash(text: string, seed: number): string {
  let a = 0xdeadbeef ^ seed;
  let b = 0x41c6ce57 ^ seed;
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    a = Math.imul(a ^ unit, 2_654_435_761);
    b = Math.imul(b ^ unit, 1_597_334_677);
  }
  a = Math.imul(a ^ (a >>> 16), 2_246_822_507) ^ Math.imul(b ^ (b >>> 13), 3_266_489_909);
  b = Math.imul(b ^ (b >>> 16), 2_246_822_507) ^ Math.imul(a ^ (a >>> 13), 3_266_489_909);
  return (4_294_967_296 * (2_097_151 & b) + (a >>> 0)).toString(16).padStart(14, '0');
}

/** @param attempt number of refusals so far: the server keeps a refusal with its key, so a retry needs another key */
export const rowKey = (file: string, row: number, attempt: number): string => `${file}-${row}-${attempt}`;

interface BulkQr {
  readonly number: number;
  readonly body: QrBody;
  /** Index of the parent in its tree; null: the root. */
  readonly parent: number | null;
}

/** A tree of the file, which is created as a whole or not at all: the root first, each QR after its parent. */
export interface BulkItem {
  /** Row number of the root. */
  readonly number: number;
  readonly qrs: readonly [BulkQr, ...BulkQr[]];
}

const numberOf = ({ number }: BulkItem) => number;

export function treeRequest(siteId: string, { qrs }: BulkItem) {
  const [{ body: root }] = qrs;
  const rows = qrs.map(({ body: { renewalPolicy: _, siteId: __, parentQrId: ___, ...fields }, parent }) => ({
    ...fields,
    parent,
  }));
  const { renewalPolicy } = root;
  return { params: { siteId }, body: { qrs: rows, ...(renewalPolicy && { renewalPolicy }) } };
}

/** Creates the trees of a file one by one, until the file is no longer shown. */
function useBulkCreate(siteId: string, file: string, items: readonly BulkItem[]) {
  const client = useQueryClient();
  const key = useMemo(() => fileKey(file, siteId), [file, siteId]);
  const keyOf = useCallback(({ number }: BulkItem, attempt: number) => rowKey(key, number, attempt), [key]);
  const each = useSendEach(items, { idOf: numberOf, keyOf });
  const run = async () => {
    await each.run((item, idempotencyKey) => {
      const [{ body }, ...below] = item.qrs;
      return below.length === 0
        ? callApi(calls.createQr, { params: { siteId }, body }, { idempotencyKey })
        : callApi(calls.importTree, treeRequest(siteId, item), { idempotencyKey });
    });
    await Promise.all(qrReads(siteId).map((queryKey) => client.invalidateQueries({ queryKey })));
  };
  const done = items.filter((item) => each.stateOf(item).kind === 'done').reduce((sum, { qrs }) => sum + qrs.length, 0);
  return { ...each, run, done };
}

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

interface PreviewRow {
  readonly item: BulkItem;
  readonly qr: BulkQr;
}

export function BulkPreview({ site, file, items }: { site: SiteAnswer; file: string; items: readonly BulkItem[] }) {
  const { t, format } = useLocale('bulk-qrs');
  const bulk = useBulkCreate(site.id, file, items);
  const total = items.reduce((sum, { qrs }) => sum + qrs.length, 0);
  const left = total - bulk.done;
  const hasEnded = bulk.hasRun && !bulk.isRunning;
  const alike = items.flatMap(({ qrs }) => siblingsOfOneName(qrs));
  const namesOf = (isDone: boolean) =>
    items
      .filter((item) => (bulk.stateOf(item).kind === 'done') === isDone)
      .map(({ qrs: [root] }) => isolated(root.body.name))
      .join(', ');
  const rows: readonly PreviewRow[] = items.flatMap((item) => item.qrs.map((qr) => ({ item, qr })));
  const columns: readonly TableColumn<PreviewRow>[] = [
    { title: t('row'), value: ({ qr }) => qr.number },
    { title: t('name'), value: ({ qr }) => qr.body.name },
    { title: t('parent'), value: ({ item, qr }) => qr.parent !== null && <Parent qr={item.qrs[qr.parent]} /> },
    { title: t('internalName'), value: ({ qr }) => qr.body.internalName },
    { title: t('benefit'), value: ({ qr }) => format.benefit({ ...benefitOf(qr.body), currency: site.currency }) },
    {
      title: t('commission'),
      value: ({ qr: { body } }) =>
        body.commissionPercent === undefined ? t('siteDefault') : format.percentage(body.commissionPercent),
    },
    { title: t('max'), value: ({ qr }) => qr.body.maxRedemptions ?? t('unlimited') },
    { title: t('url'), value: ({ qr }) => qr.body.externalUrl },
    { title: t('result'), value: ({ item }) => <State state={bulk.stateOf(item)} hasEnded={hasEnded} /> },
  ];
  return (
    <Panel
      title={t('preview')}
      action={
        left > 0 && (
          <Button ref={headingAfter} variant="contained" loading={bulk.isRunning} onClick={() => void bulk.run()}>
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
      {hasEnded && left > 0 && (
        <Alert severity="warning" sx={{ mb: 2, overflowWrap: 'anywhere' }}>
          {t('partly', { created: namesOf(true) || t('nothing'), left: namesOf(false) })}
        </Alert>
      )}
      {alike.map(({ name, which }) => (
        <Alert key={which} severity="info" sx={{ mb: 2, overflowWrap: 'anywhere' }}>
          {t('alike', { name: isolated(name), which })}
        </Alert>
      ))}
      <DataTable label={t('preview')} columns={columns} rows={rows} keyOf={({ qr }) => qr.number} />
    </Panel>
  );
}

/** By name and row, because several rows may have the name. */
function Parent({ qr }: { qr: BulkItem['qrs'][number] | undefined }) {
  const { t } = useLocale('bulk-qrs');
  return <>{qr && t('parentOf', { name: isolated(qr.body.name), row: qr.number })}</>;
}

/** @param props.hasEnded the run, so what has not been sent waits no longer */
function State({ state, hasEnded }: { state: SentState; hasEnded: boolean }) {
  const { t } = useLocale('bulk-qrs');
  if (state.kind === 'refused') {
    return <Box sx={{ color: 'error.main' }}>{t('state.refused', { reason: state.reason })}</Box>;
  }
  if (state.kind === 'unknown') return <Box sx={{ color: 'warning.main' }}>{t('state.unknown')}</Box>;
  return <>{t(state.kind === 'waiting' && hasEnded ? 'state.notSent' : `state.${state.kind}`)}</>;
}

function benefitOf({ type, discountPercent = null, discountFixedAmount = null, textReward = null }: QrBody) {
  return { type, discountPercent, discountFixedAmount, textReward };
}
