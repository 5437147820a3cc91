import type { PictureType } from '@perktree/contracts/brand/picture-calls';
import { Refused } from '@perktree/contracts/kernel/refusals';
import { invalidField } from '@perktree/contracts/kernel/validation-issues';
import { fairLimit } from '@perktree/platform/fair-limit';
import { checkSize, checkSvg, type Size } from './svg-check.ts';

const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;

interface JpegHeader {
  readonly width: number;
  readonly height: number;
  /** Passes over the picture. */
  readonly scans: number;
}

/** Reads the markers of a JPEG without decoding it. Null: a size is missing, given twice, or a segment is cut off. */
function readJpegHeader(bytes: Buffer): JpegHeader | null {
  const markers = segmentsOf(bytes);
  const frames = markers?.filter(({ marker }) => isFrame(marker)) ?? [];
  const [frame] = frames;
  if (!markers || !frame || frames.length > 1 || frame.at + 9 > bytes.length) return null;
  return {
    height: bytes.readUInt16BE(frame.at + 5),
    width: bytes.readUInt16BE(frame.at + 7),
    scans: markers.filter(({ marker }) => marker === START_OF_SCAN).length,
  };
}

/** All markers with a segment, and where they stand. Null: a segment is cut off. */
function segmentsOf(bytes: Buffer): readonly { readonly marker: number; readonly at: number }[] | null {
  const found: { marker: number; at: number }[] = [];
  for (let at = 2; at !== -1 && at + 4 <= bytes.length; ) {
    const marker = bytes[at + 1] ?? 0;
    if (bytes[at] !== 0xff || isFiller(marker)) {
      // Inside the data of a scan: on to the next marker.
      at = bytes.indexOf(0xff, at + 1);
      continue;
    }
    if (marker === END_OF_IMAGE) break;
    const length = bytes.readUInt16BE(at + 2);
    if (length < 2 || at + 2 + length > bytes.length) return null;
    found.push({ marker, at });
    at += 2 + length;
  }
  return found;
}

/** A stuffed zero, a repeated 0xff, or a marker without a segment. */
const isFiller = (second: number) => second === 0x00 || second === 0xff || second === 0x01 || isRestart(second);
const isRestart = (marker: number) => marker >= 0xd0 && marker <= 0xd7;
/** Of any coding: baseline, progressive, lossless, arithmetic. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** More scans than any program writes. Each scan of a progressive JPEG costs the decoder a pass over the whole picture. */
const MAX_JPEG_SCANS = 64;
const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

/**
 * Refuses what must not reach a decoder. Reads headers alone, so that a picture that would take long to decode costs nothing.
 * @param type the content type of the upload; the bytes have to agree with it
 * @throws Refused VALIDATION_FAILED, with the issue of the field `picture`
 */
function inspectPicture(bytes: Buffer, type: PictureType): void {
  if (typeOf(bytes) !== type) throw invalidField('picture', 'PICTURE_TYPE');
  if (type === 'image/svg+xml') checkSvg(bytes);
  else checkSize(type === 'image/png' ? pngSize(bytes) : jpegSize(bytes));
}

function typeOf(bytes: Buffer): PictureType | null {
  if (bytes.subarray(0, 8).equals(PNG_SIGNATURE)) return 'image/png';
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'image/jpeg';
  return /^\uFEFF?\s*</.test(bytes.subarray(0, 200).toString('utf8')) ? 'image/svg+xml' : null;
}

/** Null unless the header is the first chunk, as the format demands. */
function pngSize(bytes: Buffer): Size | null {
  if (bytes.length < 33 || bytes.readUInt32BE(8) !== 13 || bytes.toString('latin1', 12, 16) !== 'IHDR') return null;
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** Null for a JPEG that cannot be read, or has too many scans. */
function jpegSize(bytes: Buffer): Size | null {
  const header = readJpegHeader(bytes);
  return header === null || header.scans > MAX_JPEG_SCANS ? null : header;
}

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
