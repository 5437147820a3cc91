import type { QrAnswer } from '@perktree/contracts/http/qr-answers';
import { lazy, Suspense } from 'react';
import { DisplayDialog } from './display-dialog.tsx';
import { EditDialog } from './edit-dialog.tsx';
import { SiblingDialog } from './sibling-dialog.tsx';
import { SplitDialog } from './split-dialog.tsx';

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
  if (open === null) return null;
  const Dialog = DIALOGS[open.kind];
  return (
    <Suspense fallback={null}>
      <Dialog key={`${open.kind}-${open.qr.id}`} qr={open.qr} onClose={onClose} />
    </Suspense>
  );
}
