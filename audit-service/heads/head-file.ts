import type { SignedHead } from '@perktree/contracts/audit/chain-calls';
import { signedText } from '../chain/signed-heads.ts';

/** A head as lines of text: those that are signed, then the key and the signature. Witnesses and time stamps are about this text. */
export const headFile = (head: SignedHead) => `${signedText(head)}${head.keyId}\n${head.signature}\n`;
