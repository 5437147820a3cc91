import type { QrAnswer } from '@perktree/contracts/qr/answers';
import { lazy, Suspense, useState } from 'react';
import { SiblingDialog, SplitDialog } from './add-dialogs.tsx';
import { DisplayDialog } from './display-dialog.tsx';
import { EditDialog } from './edit-dialog.tsx';

export interface OpenQrDialog {
  readonly kind: 'split' | 'sibling' | 'edit' | 'display' | 'design';
  readonly qr: QrAnswer;
}

const DesignDialog = lazy(() => import('./design-dialog.tsx'));

const DIALOGS = {
  split: SplitDialog,
  sibling: SiblingDialog,
  edit: EditDialog,
  display: DisplayDialog,
  design: DesignDialog,
};

export function QrDialogHost({ open, onClose }: { open: OpenQrDialog | null; onClose: () => void }) {
  // What was made is what is needed next: its code and its link.
  const [made, setMade] = useState<QrAnswer | null>(null);
  if (made !== null) return <DisplayDialog qr={made} onClose={() => setMade(null)} />;
  if (open === null) return null;
  const onMade = (qr: QrAnswer | undefined) => {
    onClose();
    // One that waits for approval has no code that works yet.
    if (qr?.approval === null) setMade(qr);
  };
  const Dialog = DIALOGS[open.kind];
  return (
    <Suspense fallback={null}>
      <Dialog key={`${open.kind}-${open.qr.id}`} qr={open.qr} onClose={onClose} onMade={onMade} />
    </Suspense>
  );
}
