import { inflateSync } from 'node:zlib';

/** Reads properties of a QR image without decoding it: size, margin, and the level in its format information. */
export function readQrImage(png: Buffer) {
  const width = png.readUInt32BE(16);
  const [bitDepth = 8, colourType = 0] = [png[24], png[25]];
  const channels = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }[colourType] ?? 1;
  const bytesPerPixel = Math.max(1, (channels * bitDepth) / 8);
  const rows = unfilter(inflateSync(dataOf(png)), Math.ceil((width * channels * bitDepth) / 8), bytesPerPixel);
  const isDark = (row: number, column: number) => {
    const bit = column * channels * bitDepth;
    const byte = rows[row]?.[bit >> 3] ?? 255;
    return bitDepth >= 8 ? byte < 128 : ((byte >> (8 - bitDepth - (bit & 7))) & 1) === 0;
  };
  const diagonal = Array.from({ length: width }, (_, n) => n).find((n) => isDark(n, n)) ?? -1;
  // The finder pattern is seven modules wide, with a dark edge.
  let end = diagonal;
  while (isDark(diagonal, end)) end += 1;
  const module = (end - diagonal) / 7;
  const at = (row: number, column: number) =>
    isDark(Math.floor(diagonal + (row + 0.5) * module), Math.floor(diagonal + (column + 0.5) * module)) ? 1 : 0;
  return {
    width,
    firstDark: { row: diagonal, column: diagonal, modules: Math.round(diagonal / module) },
    formatInfo: at(8, 0) * 2 + at(8, 1),
  };
}

function dataOf(png: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    const size = png.readUInt32BE(at);
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(png.subarray(at + 8, at + 8 + size));
  }
  return Buffer.concat(parts);
}

/** Reverses the filters of PNG rows (RFC 2083, section 6). */
function unfilter(data: Buffer, rowBytes: number, step: number): Uint8Array[] {
  const rows: Uint8Array[] = [];
  for (let at = 0; at + rowBytes < data.length + 1 && at < data.length; at += rowBytes + 1) {
    const filter = data[at];
    const before = rows.at(-1) ?? new Uint8Array(rowBytes);
    const row = new Uint8Array(rowBytes);
    for (let n = 0; n < rowBytes; n += 1) {
      const [left = 0, up = 0, corner = 0] = [row[n - step], before[n], before[n - step]];
      const paeth = [left, up, corner].toSorted(
        (a, b) => Math.abs(left + up - corner - a) - Math.abs(left + up - corner - b),
      )[0];
      const added = [0, left, up, (left + up) >> 1, paeth][filter ?? 0] ?? 0;
      row[n] = (data[at + 1 + n] ?? 0) + added;
    }
    rows.push(row);
  }
  return rows;
}
