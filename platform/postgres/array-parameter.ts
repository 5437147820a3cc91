/** Types of elements, by their oids in `pg_type`, which never change. */
const [TEXT, JSON_TEXT] = [25, 114];
/** Dimensions, flags, the elements' type; then of the one dimension its size and its first index. */
const [HEAD_BYTES, DIMENSION_BYTES, LENGTH_BYTES] = [12, 8, 4];

/** A parameter of the type `text[]`. */
export const textArray = (values: readonly string[]): Buffer => binaryArray(TEXT, values);

/** A parameter of the type `json[]`, of JSON texts. */
export const jsonArray = (texts: readonly string[]): Buffer => binaryArray(JSON_TEXT, texts);

/** A parameter of any array type whose elements need no quotes: numbers, UUIDs. */
export const plainArray = (values: readonly (number | string)[]): string => `{${values.join(',')}}`;

/**
 * In the binary format: as text, `pg` escapes each element, and
 * Postgres undoes that letter by letter. Of an event, which is JSON and so full of quotes, that costs more than the rest of
 * sending it.
 */
function binaryArray(elementType: number, values: readonly string[]): Buffer {
  const isEmpty = values.length === 0;
  let bytes = isEmpty ? HEAD_BYTES : HEAD_BYTES + DIMENSION_BYTES;
  for (const value of values) bytes += LENGTH_BYTES + Buffer.byteLength(value);
  const buffer = Buffer.allocUnsafe(bytes);
  let at = buffer.writeInt32BE(isEmpty ? 0 : 1, 0);
  at = buffer.writeInt32BE(0, at);
  at = buffer.writeInt32BE(elementType, at);
  if (isEmpty) return buffer;
  at = buffer.writeInt32BE(values.length, at);
  at = buffer.writeInt32BE(1, at);
  for (const value of values) {
    const written = buffer.write(value, at + LENGTH_BYTES);
    buffer.writeInt32BE(written, at);
    at += LENGTH_BYTES + written;
  }
  return buffer;
}
