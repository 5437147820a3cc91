import type { QrAnswer } from '@perktree/contracts/http/qrs';
import type { OpenQrDialog } from '../../components/qr-dialogs/qr-dialog-host.tsx';
import type { TreeNode } from './forest.ts';

/** What the reader may do with a QR; the server decides it again. */
export interface Rights {
  readonly split: (qr: QrAnswer) => boolean;
  readonly sibling: (qr: QrAnswer) => boolean;
  readonly edit: (qr: QrAnswer) => boolean;
  /** Approve, reissue, deactivate, release, block: the site's owner alone. */
  readonly manage: boolean;
}

/** A QR with what is below it, and how deep it stands on the screen; 0 is the top. */
export interface BranchProps {
  readonly node: TreeNode;
  readonly level: number;
  readonly rights: Rights;
  readonly onDialog: (dialog: OpenQrDialog) => void;
}
