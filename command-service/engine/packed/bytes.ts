const UUID_BYTES = 16;
const UUID_LENGTH = 36;
const DASH = '-'.charCodeAt(0);
const isDash = (at: number) => at === 8 || at === 13 || at === 18 || at === 23;

/** Writes numbers and texts into a buffer that grows. A UUID at the end of a text takes 16 bytes. */
export class ByteWriter {
  private buffer: Buffer;
  private length = 0;

  constructor(capacity = 128) {
    this.buffer = Buffer.allocUnsafe(capacity);
  }

  /** What was written. Valid until the next write. */
  get written(): Buffer {
    return this.buffer.subarray(0, this.length);
  }

  reset(): void {
    this.length = 0;
  }

  /** @param value a whole number, not negative */
  uint(value: number): void {
    this.makeRoom(8);
    let rest = value;
    while (rest > 0x7f) {
      this.buffer[this.length++] = (rest & 0x7f) | 0x80;
      rest = Math.floor(rest / 0x80);
    }
    this.buffer[this.length++] = rest;
  }

  text(value: string): void {
    const rest = endsInUuid(value) ? value.slice(0, -UUID_LENGTH) : value;
    const size = Buffer.byteLength(rest);
    this.uint(size * 2 + (rest === value ? 0 : 1));
    this.makeRoom(size + UUID_BYTES);
    this.length += this.buffer.write(rest, this.length);
    for (let at = rest.length; at < value.length; at += 2) {
      if (value.charCodeAt(at) === DASH) at += 1;
      this.buffer[this.length++] = (digit(value.charCodeAt(at)) << 4) | digit(value.charCodeAt(at + 1));
    }
  }

  /** Length-prefixed bytes. */
  block(bytes: Uint8Array): void {
    this.uint(bytes.length);
    this.raw(bytes);
  }

  raw(bytes: Uint8Array): void {
    this.makeRoom(bytes.length);
    this.buffer.set(bytes, this.length);
    this.length += bytes.length;
  }

  private makeRoom(size: number): void {
    if (this.length + size <= this.buffer.length) return;
    const grown = Buffer.allocUnsafe(Math.max(this.length + size, this.buffer.length * 2));
    this.buffer.copy(grown, 0, 0, this.length);
    this.buffer = grown;
  }
}

/** Reads what a `ByteWriter` has written. @throws RangeError if the bytes end too early */
export class ByteReader {
  constructor(
    private readonly bytes: Buffer,
    private at = 0,
  ) {}

  get position(): number {
    return this.at;
  }

  uint(): number {
    let [value, factor] = [0, 1];
    for (;;) {
      const byte = this.bytes[this.at++];
      if (byte === undefined) throw new RangeError('the bytes end too early');
      value += (byte & 0x7f) * factor;
      if (byte < 0x80) return value;
      factor *= 0x80;
    }
  }

  text(): string {
    const size = this.uint();
    const rest = this.take(size >>> 1).toString('utf8');
    if (size % 2 === 0) return rest;
    const hex = this.take(UUID_BYTES).toString('hex');
    return `${rest}${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
  }

  block(): Buffer {
    return this.take(this.uint());
  }

  /** @returns where the content of the block begins */
  skipBlock(): number {
    const size = this.uint();
    const begin = this.at;
    this.at += size;
    if (this.at > this.bytes.length) throw new RangeError('the bytes end too early');
    return begin;
  }

  private take(size: number): Buffer {
    const from = this.at;
    this.at += size;
    if (this.at > this.bytes.length) throw new RangeError('the bytes end too early');
    return this.bytes.subarray(from, this.at);
  }
}

/** Lower case only. */
function endsInUuid(value: string): boolean {
  const begin = value.length - UUID_LENGTH;
  if (begin < 0) return false;
  for (let at = 0; at < UUID_LENGTH; at += 1) {
    const code = value.charCodeAt(begin + at);
    if (isDash(at) ? code !== DASH : digit(code) < 0) return false;
  }
  return true;
}

/** The value of a lower-case hexadecimal digit; -1: not a digit. */
function digit(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  return code >= 0x61 && code <= 0x66 ? code - 0x61 + 10 : -1;
}
