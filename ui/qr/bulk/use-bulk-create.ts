import { calls } from '@perktree/contracts/catalogue/calls';
import { useCallback } from 'react';
import { callApi } from '../../lib/api.ts';
import { useSendEach } from '../../lib/use-send-each.ts';
import { useRefreshQrs } from '../shared/dialogs/use-qr-form.ts';
import type { QrBody } from './check-row.ts';

/**
 * Idempotency-Key of a row: sending a file again, after a lost answer or a reload, creates no duplicates.
 * @param attempt number of refusals so far. The server keeps a refusal with its key, so a retry needs another key.
 */
export function rowKey(file: string, siteId: string, row: number, attempt: number): string {
  const content = `${siteId}\n${file}`;
  return `bulk-${hash(content, 1)}${hash(content, 2)}-${row}-${attempt}`;
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
