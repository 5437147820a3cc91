import { createHash } from 'node:crypto';
import type { SqlStatement } from './pipeline.ts';

/** Most different statements of a writer, because each connection keeps their plans. */
const MOST_SHAPES = 64;

interface Shape {
  readonly name: string;
  readonly text: string;
  /** Of the statements that it is made of. */
  readonly texts: readonly string[];
}

/**
 * For a writer: makes one statement of calls of functions and writes to different tables. Postgres runs the calls first, in their
 * order: if one fails, nothing is written. Writes of many rows stay statements of their own, because they are planned each time.
 */
export function createAsOne() {
  const shapes = new Map<string, Shape>();
  return (calls: readonly SqlStatement[], writes: readonly SqlStatement[]): readonly SqlStatement[] => {
    const few = writes.filter(isOfFewRows);
    const parts = [...calls, ...few];
    const key = parts.map(({ name }) => name).join();
    const shape = shapes.get(key) ?? (few.length > 0 && shapes.size < MOST_SHAPES ? shapeOf(calls, few) : null);
    if (shape === null || parts.some(({ text }, index) => text !== shape.texts[index])) return [...calls, ...writes];
    shapes.set(key, shape);
    const one = { name: shape.name, text: shape.text, values: parts.flatMap(({ values }) => values), columns: [] };
    return [one, ...writes.filter((write) => !isOfFewRows(write))];
  };
}

/** Rows that are named one by one, not as arrays. */
const isOfFewRows = ({ values, copied }: SqlStatement) => copied === undefined && !values.some(Array.isArray);

/** Named by its text: on a connection, a name stands for one text. */
function shapeOf(calls: readonly SqlStatement[], writes: readonly SqlStatement[]): Shape {
  const text = textOf(calls, writes);
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, 22);
  return { name: `projector write ${hash}`, text, texts: [...calls, ...writes].map((each) => each.text) };
}

function textOf(calls: readonly SqlStatement[], writes: readonly SqlStatement[]): string {
  let before = 0;
  const renumbered = ({ text, values }: SqlStatement) => {
    const own = text.replace(/\$(\d+)/g, (_, number) => `$${before + Number(number)}`);
    before += values.length;
    return own;
  };
  const called = calls.map((call) => renumbered(call).replace('SELECT ', '')).join(', ');
  const written = writes.map((write, index) => `w${index} AS (${renumbered(write)})`).join(', ');
  return `WITH ${written} SELECT ${called}`;
}
