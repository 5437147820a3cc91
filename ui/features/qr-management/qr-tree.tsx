import { Box } from '@mui/material';
import type { QrAnswer } from '@perktree/contracts/http/qrs';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CsvButton } from '../../components/csv-button.tsx';
import { ListBar } from '../../components/list/list-bar.tsx';
import { ListPages } from '../../components/list/list-pages.tsx';
import { useList } from '../../components/list/use-list.ts';
import { type OpenQrDialog, QrDialogHost } from '../../components/qr-dialogs/qr-dialog-host.tsx';
import type { Rights } from './branch-props.ts';
import { asCreated, growForest } from './forest.ts';
import { QrBranch } from './qr-branch.tsx';
import { QR_RULES, TREE_PAGES, withAncestors } from './qr-rules.ts';
import { useQrColumns } from './use-qr-columns.ts';

/** Commission trees with the dialogs of their rows. */
export function QrTree({ qrs, rights }: { qrs: readonly QrAnswer[]; rights: Rights }) {
  const { t } = useTranslation('qr-management');
  const list = useList(qrs, QR_RULES);
  const forest = growForest(withAncestors(list.found, qrs));
  const trees = useList(list.state.sort === 'created' ? asCreated(forest) : forest, TREE_PAGES);
  const columns = useQrColumns();
  const [dialog, setDialog] = useState<OpenQrDialog | null>(null);
  return (
    <>
      <ListBar
        list={list}
        search={t('search')}
        label={(state) => t(state === 'usable' ? 'usable' : `row.${state}`)}
        action={<CsvButton what={t('tree')} name={[t('tree')]} columns={columns} rows={list.found} />}
      />
      <Box
        component="ul"
        aria-label={t('tree')}
        sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}
      >
        {trees.shown.map((node) => (
          <QrBranch key={node.qr.id} node={node} level={0} rights={rights} onDialog={setDialog} />
        ))}
      </Box>
      {list.isFiltering && <ListPages list={list} />}
      {trees.pages > 1 && <ListPages list={trees} />}
      <QrDialogHost open={dialog} onClose={() => setDialog(null)} />
    </>
  );
}
