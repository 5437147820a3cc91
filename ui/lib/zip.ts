interface ZipEntry {
  readonly name: string;
  readonly content: Uint8Array;
}

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
/** Flag: file names are UTF-8. */
const UTF8_NAMES = 0x0800;
const VERSION = 20;
/** 1 January 1980, the earliest date of the format: the same files always give the same archive. */
const DATE = 0x0021;

/** A ZIP archive (APPNOTE 6.3) without compression. */
export function zipOf(entries: readonly ZipEntry[]): Uint8Array<ArrayBuffer> {
  const files: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let offset = 0;
  for (const { name, content } of entries) {
    const encoded = new TextEncoder().encode(name);
    const sizes: Field[] = [
      [4, crc32(content)],
      [4, content.length],
      [4, content.length],
      [2, encoded.length],
      [2, 0],
    ];
    const common: Field[] = [[2, VERSION], [2, UTF8_NAMES], [2, 0], [2, 0], [2, DATE], ...sizes];
    const local = join([record([[4, LOCAL], ...common]), encoded, content]);
    directory.push(
      record([[4, CENTRAL], [2, VERSION], ...common, [2, 0], [2, 0], [2, 0], [4, 0], [4, offset]]),
      encoded,
    );
    files.push(local);
    offset += local.length;
  }
  const central = join(directory);
  const count = entries.length;
  const end = record([
    [4, END],
    [2, 0],
    [2, 0],
    [2, count],
    [2, count],
    [4, central.length],
    [4, offset],
    [2, 0],
  ]);
  return join([...files, central, end]);
}

/** A little-endian number. */
type Field = readonly [bytes: 2 | 4, value: number];

function record(fields: readonly Field[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(fields.reduce((sum, [bytes]) => sum + bytes, 0)));
  let at = 0;
  for (const [bytes, value] of fields) {
    if (bytes === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += bytes;
  }
  return new Uint8Array(view.buffer);
}

function join(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function crc32(content: Uint8Array): number {
  let crc = -1;
  for (const byte of content) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}
