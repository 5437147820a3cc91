import type { TreeRow } from '@perktree/contracts/qr/answers';
import { OWN_QR_SHOWS, QR_SHOWS, QR_SORTS } from '@perktree/contracts/qr/list-calls';
import { type ReactNode, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ListDownload } from '../kit/list/list-download.tsx';
import { ServerListView } from '../kit/list/server-list-view.tsx';
import { QrListRow } from './qr-row.tsx';
import type { Rights } from './rights.ts';
import { type OpenQrDialog, QrDialogHost } from './shared/dialogs/qr-dialog-host.tsx';
import { TreeBranch } from './shared/tree/tree-branch.tsx';
import { type QrRows, useQrRows } from './shared/tree/use-qr-rows.ts';

/** Roots, children and grandchildren. */
const SHOWN_LEVELS = 3;
const sorts = ['created', ...QR_SORTS];
const SITE_LIST = { filters: QR_SHOWS, sorts };
const OWN_LIST = { filters: OWN_QR_SHOWS, sorts };

/** @param siteId null: the signed-in distributor's QRs */
export const useManagedQrs = (siteId: string | null): QrRows =>
  useQrRows(siteId, siteId === null ? OWN_LIST : SITE_LIST, SHOWN_LEVELS);

export function QrTree({ rows, rights, empty }: { rows: QrRows; rights: Rights; empty: ReactNode }) {
  const { t } = useTranslation('qr-management');
  const { list, tree, isOpen, toggle } = rows;
  const [dialog, setDialog] = useState<OpenQrDialog | null>(null);
  const row = useCallback(
    (qr: TreeRow) => {
      const open = isOpen(qr);
      // QRs of the first levels close by their row. Deeper ones have a separate button to show and hide their children.
      const closesByRow = open === true && qr.level < SHOWN_LEVELS - 1;
      return (
        <TreeBranch
          level={qr.path === null ? qr.level : 0}
          childCount={qr.childCount}
          isOpen={open === null || closesByRow ? undefined : open}
          onToggle={() => toggle(qr)}
        >
          <QrListRow
            qr={qr}
            rights={rights}
            onDialog={setDialog}
            onClose={closesByRow ? () => toggle(qr) : undefined}
          />
        </TreeBranch>
      );
    },
    [isOpen, rights, toggle],
  );
  return (
    <>
      <ServerListView
        list={list}
        label={t('tree')}
        search={t('search')}
        nameOf={(state) =>
          t(state === 'usable' ? 'usable' : state === 'mine' ? 'row.claimedByYou' : (`row.${state}` as 'row.expired'))
        }
        action={<ListDownload title={t('tree')} list={list} />}
        empty={empty}
        keyOf={keyOf}
        height={220}
        tree={tree}
        lines={false}
      >
        {row}
      </ServerListView>
      <QrDialogHost open={dialog} onClose={() => setDialog(null)} />
    </>
  );
}

const keyOf = ({ id }: TreeRow) => id;
