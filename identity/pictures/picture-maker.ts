import type { PictureType } from '@perktree/contracts/brand/picture-calls';
import { Refused } from '@perktree/contracts/kernel/refusals';
import { invalidField } from '@perktree/contracts/kernel/validation-issues';
import { fairLimit } from '@perktree/platform/fair-limit';
import { inspectPicture } from './inspect-picture.ts';

export interface MadePicture {
  /** A PNG. */
  readonly content: Buffer;
  readonly width: number;
  readonly height: number;
}

/**
 * Decodes and encodes a picture (make-picture.ts), in a process other than the one that serves requests.
 * @param signal aborted: the client has gone, and the process is ended
 * @returns null if the picture cannot be read, or takes too long
 */
export type DecodePicture = (bytes: Buffer, type: PictureType, signal: AbortSignal) => Promise<MadePicture | null>;

/** What became of an upload. `too_many`: refused, because too many wait; `left`: its client did not wait. */
export const PICTURE_OUTCOMES = ['made', 'unreadable', 'too_many', 'left'] as const;
export type PictureOutcome = (typeof PICTURE_OUTCOMES)[number];

/** An upload of a business. */
interface Upload {
  readonly tenantId: string;
  readonly bytes: Buffer;
  readonly type: PictureType;
  readonly signal: AbortSignal;
}

/** Pictures that this process has decoded at the same time, and that wait for their turn. Each may take 200 MB. */
const DECODING = { atOnce: 1, waiting: 16, ofKey: 4 } as const;
const RETRY_SECONDS = 5;

/**
 * Makes pictures from uploads, one at a time of a business.
 * @throws Refused VALIDATION_FAILED; TOO_MUCH_AT_ONCE if too many uploads wait, UNAVAILABLE if the client is gone
 */
export function createPictureMaker(
  decode: DecodePicture,
  onPicture: (outcome: PictureOutcome) => void,
): (upload: Upload) => Promise<MadePicture> {
  const inTurn = fairLimit(DECODING);
  return async ({ tenantId, bytes, type, signal }) => {
    inspectPicture(bytes, type);
    const made = await inTurn(
      tenantId,
      () => (signal.aborted ? Promise.resolve(null) : decode(bytes, type, signal)),
      () => {
        onPicture('too_many');
        return new Refused('TOO_MUCH_AT_ONCE', { seconds: RETRY_SECONDS });
      },
    );
    onPicture(signal.aborted ? 'left' : made === null ? 'unreadable' : 'made');
    if (signal.aborted) throw new Refused('UNAVAILABLE');
    if (made === null) throw invalidField('picture', 'PICTURE_UNREADABLE');
    return made;
  };
}
