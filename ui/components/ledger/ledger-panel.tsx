import { calls } from '@perktree/contracts/http/calls';
import { useTranslation } from 'react-i18next';
import { CsvDownload } from '../list/csv-download.tsx';
import { ListBar } from '../list/list-bar.tsx';
import { NothingFound } from '../list/nothing-found.tsx';
import { useServerList } from '../list/use-server-list.ts';
import { LoadedView } from '../loaded-view.tsx';
import { Panel } from '../panel.tsx';
import { LedgerList } from './ledger-list.tsx';

const NAMES = {
  prefix: 'ledger-',
  filters: ['pending', 'payable', 'in_payout', 'paid', 'reversed', 'written_off', 'awaiting_confirmation', 'lapsed'],
  sorts: ['newest', 'oldest', 'amount'],
} as const;

/** The commission ledger of the signed-in person: what a distributor earns, or what an owner's sites owe. */
export function LedgerPanel({ title, pageLength = 20 }: { title: string; pageLength?: number }) {
  const { t } = useTranslation('ledger');
  const list = useServerList(calls.ledger, {}, { ...NAMES, pageLength });
  const isEmpty = !list.loaded.items?.length;
  return (
    <Panel title={title} action={<CsvDownload what={title} name={[title]} url={list.url} isEmpty={isEmpty} />}>
      {(!isEmpty || list.isFiltering) && (
        <ListBar list={list} search={t('search')} label={(state) => t(`state.${state}`)} />
      )}
      <LoadedView list={list.loaded}>
        {(entries) => (isEmpty && list.isFiltering ? <NothingFound /> : <LedgerList entries={entries} />)}
      </LoadedView>
    </Panel>
  );
}
