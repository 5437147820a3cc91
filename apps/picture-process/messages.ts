import type { PictureType } from '@perktree/contracts/brand/picture-calls';
import type { MadePicture } from '@perktree/identity/pictures/picture-maker';

/** The only message to the process of a picture. */
export interface PictureTask {
  readonly bytes: Uint8Array;
  readonly type: PictureType;
}

/** The only message from the process of a picture. Null if the picture cannot be read. */
export type PictureReport = Omit<MadePicture, 'content'> & { readonly content: Uint8Array };
