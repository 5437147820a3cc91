import type { PictureType } from '@perktree/contracts/brand/picture-calls';
import { invalidField } from '@perktree/contracts/kernel/validation-issues';
import { readJpegHeader } from './jpeg-header.ts';
import { checkSize, type Size } from './picture-size.ts';
import { checkSvg } from './svg-check.ts';

/** More scans than any program writes. Each scan of a progressive JPEG costs the decoder a pass over the whole picture. */
const MAX_JPEG_SCANS = 64;
const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

/**
 * Refuses what must not reach a decoder. Reads headers alone, so that a picture that would take long to decode costs nothing.
 * @param type the content type of the upload; the bytes have to agree with it
 * @throws Refused VALIDATION_FAILED, with the issue of the field `picture`
 */
export function inspectPicture(bytes: Buffer, type: PictureType): void {
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
