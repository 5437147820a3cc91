import ReceiptLong from '@mui/icons-material/ReceiptLong';
import { calls } from '@perktree/contracts/catalogue/calls';
import type { LedgerEntryAnswer } from '@perktree/contracts/ledger/calls';
import { lazy, Suspense, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAuth } from '../../lib/auth.tsx';
import { EmptyState } from '../empty-state.tsx';
import { ListDownload } from '../list/list-download.tsx';
import { ServerListView } from '../list/server-list-view.tsx';
import { useServerList } from '../list/use-server-list.ts';
import { NextStep } from '../next-step.tsx';
import { Panel } from '../panel.tsx';
import { LedgerEntry } from './ledger-entry.tsx';

const ExplainDialog = lazy(() => import('./explain-dialog.tsx'));

const NAMES = {
  prefix: 'ledger-',
  filters: ['pending', 'payable', 'in_payout', 'paid', 'reversed', 'written_off', 'awaiting_confirmation', 'lapsed'],
  sorts: ['newest', 'oldest', 'amount'],
} as const;

/** @param props.rows fixed number of initial rows, for a list beside other panels. Default: more load by scrolling */
export function LedgerPanel({ title, rows }: { title: string; rows?: number }) {
  const { t } = useTranslation('ledger');
  const { role } = useAuth();
  const list = useServerList(calls.ledger, {}, { ...NAMES, pageLength: rows ?? 50 });
  const [explained, setExplained] = useState<LedgerEntryAnswer | null>(null);
  const entryRow = useCallback(
    (entry: LedgerEntryAnswer) => <LedgerEntry entry={entry} onExplain={setExplained} />,
    [],
  );
  return (
    <Panel title={title} action={<ListDownload title={title} list={list} />}>
      <ServerListView
        list={list}
        label={title}
        search={t('search')}
        nameOf={(state) => t(`state.${state}`)}
        empty={
          <EmptyState
            icon={<ReceiptLong />}
            title={t('empty')}
            text={t('emptyText')}
            action={<NextStep step={role === 'site_owner' ? 'createQr' : 'scan'} />}
          />
        }
        keyOf={(entry) => entry.id}
        height={110}
        {...(rows === undefined ? {} : { rowsByScrolling: 0 })}
      >
        {entryRow}
      </ServerListView>
      {explained && (
        <Suspense fallback={null}>
          <ExplainDialog entry={explained} onClose={() => setExplained(null)} />
        </Suspense>
      )}
    </Panel>
  );
}
