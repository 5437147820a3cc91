import { calls } from '@perktree/contracts/http/calls';
import { useCallback } from 'react';
import { useRefreshQrs } from '../../components/qr-dialogs/use-qr-tree.ts';
import { callApi } from '../../lib/api.ts';
import { useSendEach } from '../../lib/use-send-each.ts';
import type { QrBody } from './check-row.ts';
import { rowKey } from './row-key.ts';

export interface BulkItem {
  /** Row number in the file. */
  readonly number: number;
  readonly body: QrBody;
}

const numberOf = ({ number }: BulkItem) => number;

/** Creates the QR codes of a file one by one, until the file is no longer shown. */
export function useBulkCreate(siteId: string, file: string, items: readonly BulkItem[]) {
  const refresh = useRefreshQrs();
  const keyOf = useCallback(
    ({ number }: BulkItem, attempt: number) => rowKey(file, siteId, number, attempt),
    [file, siteId],
  );
  const each = useSendEach(items, { idOf: numberOf, keyOf });
  const run = async () => {
    await each.run(({ body }, idempotencyKey) =>
      callApi(calls.createQr, { params: { siteId }, body }, { idempotencyKey }),
    );
    await refresh(siteId);
  };
  return { ...each, run };
}
