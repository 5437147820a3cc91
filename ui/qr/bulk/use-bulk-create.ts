import { calls } from '@perktree/contracts/catalogue/calls';
import { useCallback } from 'react';
import { callApi } from '../../lib/api.ts';
import { useSendEach } from '../../lib/use-send-each.ts';
import { useRefreshQrs } from '../shared/dialogs/use-qr-tree.ts';
import type { QrBody } from './check-row.ts';
import { rowKey } from './row-key.ts';

export interface BulkQr {
  /** Row number in the file. */
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

/** The request of a tree. */
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
export function useBulkCreate(siteId: string, file: string, items: readonly BulkItem[]) {
  const refresh = useRefreshQrs();
  const keyOf = useCallback(
    ({ number }: BulkItem, attempt: number) => rowKey(file, siteId, number, attempt),
    [file, siteId],
  );
  const each = useSendEach(items, { idOf: numberOf, keyOf });
  const run = async () => {
    await each.run((item, idempotencyKey) => {
      const [{ body }, ...below] = item.qrs;
      return below.length === 0
        ? callApi(calls.createQr, { params: { siteId }, body }, { idempotencyKey })
        : callApi(calls.importTree, treeRequest(siteId, item), { idempotencyKey });
    });
    await refresh(siteId);
  };
  const done = items.filter((item) => each.stateOf(item).kind === 'done').reduce((sum, { qrs }) => sum + qrs.length, 0);
  return { ...each, run, done };
}
