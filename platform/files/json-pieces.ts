/** Most characters of a piece, unless one value is longer. */
const PIECE = 64 * 1024;

/**
 * The text that `JSON.stringify` gives for plain data, in pieces: the text of a long answer would be in memory twice. Fields
 * of objects, and whole elements of lists, are written one by one.
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

/** Levels of objects whose fields are written one by one. */
const DEPTH = 3;

function* parts(value: unknown, depth: number): Generator<string> {
  if (depth === DEPTH || typeof value !== 'object' || value === null || 'toJSON' in value) {
    yield JSON.stringify(value) ?? 'null';
    return;
  }
  if (Array.isArray(value)) {
    for (const [n, each] of value.entries()) yield `${n === 0 ? '[' : ','}${JSON.stringify(each) ?? 'null'}`;
    yield value.length === 0 ? '[]' : ']';
    return;
  }
  let separator = '{';
  for (const [key, each] of Object.entries(value)) {
    if (each === undefined) continue;
    yield `${separator}${JSON.stringify(key)}:`;
    yield* parts(each, depth + 1);
    separator = ',';
  }
  yield separator === '{' ? '{}' : '}';
}
