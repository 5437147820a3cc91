const START_OF_SCAN = 0xda;
const END_OF_IMAGE = 0xd9;

interface JpegHeader {
  readonly width: number;
  readonly height: number;
  /** Passes over the picture. */
  readonly scans: number;
}

/** Reads the markers of a JPEG without decoding it. Null: a size is missing, given twice, or a segment is cut off. */
export function readJpegHeader(bytes: Buffer): JpegHeader | null {
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
