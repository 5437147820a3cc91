import { Button } from '@mui/material';
import type { LedgerEntryAnswer } from '@perktree/contracts/ledger/calls';
import { lazy, Suspense, useState } from 'react';

const ExplainDialog = lazy(() => import('./explain-dialog.tsx'));

/** Opens how the amount of a ledger entry came about. @param props.label for screen readers, with the entry */
export function ExplainButton(props: {
  entry: Pick<LedgerEntryAnswer, 'id' | 'qrId' | 'commissionAmount' | 'currency'>;
  label: string;
  children: string;
}) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button size="small" aria-label={props.label} onClick={() => setIsOpen(true)} sx={{ ml: -1, px: 1 }}>
        {props.children}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <ExplainDialog entry={props.entry} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
