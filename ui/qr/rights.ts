import type { QrAnswer } from '@perktree/contracts/qr/answers';

/** What the signed-in user may do with a QR. The server enforces it. */
export interface Rights {
  readonly split: (qr: QrAnswer) => boolean;
  readonly sibling: (qr: QrAnswer) => boolean;
  readonly edit: (qr: QrAnswer) => boolean;
  /** Approve, reissue, deactivate, release and block: for the site's owner only. */
  readonly manage: boolean;
}
