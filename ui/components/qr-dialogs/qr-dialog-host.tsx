import type { QrAnswer } from '@perktree/contracts/http/qrs';
import { DisplayDialog } from './display-dialog.tsx';
import { EditDialog } from './edit-dialog.tsx';
import { SiblingDialog } from './sibling-dialog.tsx';
import { SplitDialog } from './split-dialog.tsx';

/** Which dialog is open, and for which QR. */
export interface OpenQrDialog {
  readonly kind: 'split' | 'sibling' | 'edit' | 'display';
  readonly qr: QrAnswer;
}

const DIALOGS = { split: SplitDialog, sibling: SiblingDialog, edit: EditDialog, display: DisplayDialog };

/** The dialogs of a QR for any screen: mounted while open, so each opening begins with its defaults (specification 4). */
export function QrDialogHost({ open, onClose }: { open: OpenQrDialog | null; onClose: () => void }) {
  if (open === null) return null;
  const Dialog = DIALOGS[open.kind];
  return <Dialog key={`${open.kind}-${open.qr.id}`} qr={open.qr} onClose={onClose} />;
}
