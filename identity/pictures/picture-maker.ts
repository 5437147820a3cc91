import type { PictureType } from '@perktree/contracts/http/pictures';
import { Refused } from '@perktree/contracts/refusals';
import { invalidField } from '@perktree/contracts/validation-issues';
import pLimit from 'p-limit';
import { inspectPicture } from './inspect-picture.ts';

export interface MadePicture {
  /** A PNG. */
  readonly content: Buffer;
  readonly width: number;
  readonly height: number;
}

/**
 * Decodes and encodes a picture (make-picture.ts), in a process other than the one that serves requests.
 * @returns null if the picture cannot be read, or takes too long
 */
export type DecodePicture = (bytes: Buffer, type: PictureType) => Promise<MadePicture | null>;

/** Pictures that this process has decoded at the same time, and that wait for their turn. Each may take 200 MB. */
const DECODING = { atOnce: 1, queued: 16 } as const;

/** Makes pictures from uploads. @throws Refused VALIDATION_FAILED, UNAVAILABLE if too many uploads wait */
export function createPictureMaker(decode: DecodePicture): (bytes: Buffer, type: PictureType) => Promise<MadePicture> {
  const limit = pLimit(DECODING.atOnce);
  return async (bytes, type) => {
    inspectPicture(bytes, type);
    if (limit.pendingCount >= DECODING.queued) throw new Refused('UNAVAILABLE');
    const made = await limit(() => decode(bytes, type));
    if (made === null) throw invalidField('picture', 'PICTURE_UNREADABLE');
    return made;
  };
}
