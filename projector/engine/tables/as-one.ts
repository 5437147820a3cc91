import type { Statement } from './pipeline.ts';

/** Most different statements, because each connection keeps their plans. */
const MOST_SHAPES = 64;

interface Shape {
  readonly name: string;
  readonly text: string;
  /** Of the statements that it is made of. */
  readonly texts: readonly string[];
}

const shapes = new Map<string, Shape>();

/**
 * Calls of functions and writes to different tables, in one statement. Postgres runs the calls first, in their order: if one
 * fails, nothing is written. Writes of many rows stay statements of their own, because they are planned each time.
 */
export function asOne(calls: readonly Statement[], writes: readonly Statement[]): readonly Statement[] {
  const few = writes.filter(isOfFewRows);
  const parts = [...calls, ...few];
  const key = parts.map(({ name }) => name).join();
  const shape = shapes.get(key) ?? newShape(key, calls, few);
  if (shape === null || parts.some(({ text }, index) => text !== shape.texts[index])) return [...calls, ...writes];
  const one = { name: shape.name, text: shape.text, values: parts.flatMap(({ values }) => values), columns: [] };
  return [one, ...writes.filter((write) => !isOfFewRows(write))];
}

/** Rows that are named one by one, not as arrays. */
const isOfFewRows = ({ values, copied }: Statement) => copied === undefined && !values.some(Array.isArray);

function newShape(key: string, calls: readonly Statement[], writes: readonly Statement[]): Shape | null {
  if (writes.length === 0 || shapes.size >= MOST_SHAPES) return null;
  const texts = [...calls, ...writes].map(({ text }) => text);
  const shape = { name: `projector write ${shapes.size}`, text: textOf(calls, writes), texts };
  shapes.set(key, shape);
  return shape;
}

function textOf(calls: readonly Statement[], writes: readonly Statement[]): string {
  let before = 0;
  const renumbered = ({ text, values }: Statement) => {
    const own = text.replace(/\$(\d+)/g, (_, number) => `$${before + Number(number)}`);
    before += values.length;
    return own;
  };
  const called = calls.map((call) => renumbered(call).replace('SELECT ', '')).join(', ');
  const written = writes.map((write, index) => `w${index} AS (${renumbered(write)})`).join(', ');
  return `WITH ${written} SELECT ${called}`;
}
