import { Box } from '@mui/material';
import type { QrAnswer } from '@perktree/contracts/http/qrs';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type OpenQrDialog, QrDialogHost } from '../../components/qr-dialogs/qr-dialog-host.tsx';
import type { Rights } from './branch-props.ts';
import { growForest } from './forest.ts';
import { QrBranch } from './qr-branch.tsx';

/** Commission trees with the dialogs of their rows. */
export function QrTree({ qrs, rights }: { qrs: readonly QrAnswer[]; rights: Rights }) {
  const { t } = useTranslation('qr-management');
  const forest = useMemo(() => growForest(qrs), [qrs]);
  const [dialog, setDialog] = useState<OpenQrDialog | null>(null);
  return (
    <>
      <Box
        component="ul"
        aria-label={t('tree')}
        sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}
      >
        {forest.map((node) => (
          <QrBranch key={node.qr.id} node={node} level={0} rights={rights} onDialog={setDialog} />
        ))}
      </Box>
      <QrDialogHost open={dialog} onClose={() => setDialog(null)} />
    </>
  );
}
