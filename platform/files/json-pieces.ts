/** Most characters of a piece, unless one value is longer. */
const PIECE = 64 * 1024;

/**
 * The text that `JSON.stringify` gives for plain data, in pieces: the text of a long answer would be in memory twice. Elements
 * of lists that are the value, or a field of it, are written one by one.
 */
export function* jsonPieces(value: unknown): Generator<string> {
  let piece = '';
  for (const part of parts(value, 0)) {
    piece += part;
    if (piece.length < PIECE) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}

/** Levels of lists and objects whose elements are written one by one. */
const DEPTH = 3;

function* parts(value: unknown, depth: number): Generator<string> {
  if (depth === DEPTH || typeof value !== 'object' || value === null || 'toJSON' in value) {
    yield JSON.stringify(value) ?? 'null';
    return;
  }
  const isList = Array.isArray(value);
  let separator = isList ? '[' : '{';
  for (const [key, each] of isList ? value.entries() : Object.entries(value)) {
    if (!isList && each === undefined) continue;
    yield isList ? separator : `${separator}${JSON.stringify(key)}:`;
    yield* parts(each, depth + 1);
    separator = ',';
  }
  if (separator !== ',') yield separator;
  yield isList ? ']' : '}';
}
