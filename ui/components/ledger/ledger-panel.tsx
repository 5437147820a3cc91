import { calls } from '@perktree/contracts/http/calls';
import type { LedgerEntryAnswer } from '@perktree/contracts/http/earnings';
import { useTranslation } from 'react-i18next';
import { useApiList } from '../../lib/use-api.ts';
import { CsvButton } from '../csv-button.tsx';
import { ListBar } from '../list/list-bar.tsx';
import { ListPages } from '../list/list-pages.tsx';
import { useList } from '../list/use-list.ts';
import { Panel } from '../panel.tsx';
import { QueryView } from '../query-view.tsx';
import { LedgerList } from './ledger-list.tsx';
import { LEDGER_RULES } from './ledger-rules.ts';
import { useLedgerColumns } from './use-ledger-columns.ts';

const NONE: readonly LedgerEntryAnswer[] = [];

/** The commission ledger of whoever is signed in: what they earn, or what their sites owe. */
export function LedgerPanel({ title }: { title: string }) {
  const { t } = useTranslation('ledger');
  const ledger = useApiList(calls.ledger, {});
  const list = useList(ledger.data ?? NONE, LEDGER_RULES);
  const columns = useLedgerColumns();
  return (
    <Panel title={title} action={<CsvButton what={title} name={[title]} columns={columns} rows={list.found} />}>
      <QueryView query={ledger}>
        {(entries) =>
          entries.length === 0 ? (
            <LedgerList entries={entries} />
          ) : (
            <>
              <ListBar list={list} search={t('search')} label={(state) => t(`state.${state}`)} />
              {list.shown.length > 0 && <LedgerList entries={list.shown} />}
              <ListPages list={list} />
            </>
          )
        }
      </QueryView>
    </Panel>
  );
}
