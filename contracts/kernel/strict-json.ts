/**
 * Reads and writes JSON that proves something: statements, backups, signed heads and keys, events (I-JSON, RFC 7493; canonical
 * form of RFC 8785). A text that two readers could understand in two ways is refused.
 */

/** Why a text was refused: docs/reference/statement-format.md. */
export type StrictJsonCode = 'json' | 'duplicate-key' | 'number' | 'text';

export class StrictJsonError extends Error {
  override readonly name = 'StrictJsonError';
  /** @param at the place, such as `totals[0].opening`; empty: the whole text */
  constructor(
    readonly code: StrictJsonCode,
    readonly at: string,
    what: string,
  ) {
    super(`${at === '' ? 'The text' : `“${at}”`} ${what}`);
  }
}

/** Deeper values are refused, so that no text can exhaust the stack. */
const MAX_LEVELS = 100;
const LONE_SURROGATE = /\p{Surrogate}/u;
const ESCAPED_SURROGATE = /\\u[dD][89a-fA-F]/;

/** @throws StrictJsonError for a key that stands twice, another spelling of a number, or a text that is not Unicode */
export function parseStrict(text: string): unknown {
  return isPlain(text) ? JSON.parse(text) : new Reader(text).whole();
}

/** What `JSON.stringify` writes has each key once and each number in one spelling. This spares most texts the slow reader. */
function isPlain(text: string): boolean {
  if (ESCAPED_SURROGATE.test(text) || LONE_SURROGATE.test(text)) return false;
  try {
    return JSON.stringify(JSON.parse(text)) === text && !/[[:,]-?\d{16}|"__proto__"/.test(text);
  } catch {
    return false;
  }
}

class Reader {
  private place = 0;
  private readonly path: (string | number)[] = [];

  constructor(private readonly text: string) {}

  whole(): unknown {
    const value = this.value();
    this.space();
    if (this.place < this.text.length) throw this.malformed();
    return value;
  }

  private value(): unknown {
    this.space();
    if (this.path.length > MAX_LEVELS) throw this.refused('json', `has more than ${MAX_LEVELS} levels.`);
    const first = this.text[this.place];
    if (first === '{') return this.object();
    if (first === '[') return this.array();
    if (first === '"') return this.string();
    return this.word();
  }

  private object(): object {
    const members = new Map<string, unknown>();
    this.list('}', () => {
      this.space();
      const key = this.string();
      this.path.push(key);
      if (members.has(key)) throw this.refused('duplicate-key', 'stands twice.');
      this.space();
      if (this.text[this.place] !== ':') throw this.malformed();
      this.place += 1;
      members.set(key, this.value());
      this.path.pop();
    });
    return Object.fromEntries(members);
  }

  private array(): readonly unknown[] {
    const items: unknown[] = [];
    this.list(']', () => {
      this.path.push(items.length);
      items.push(this.value());
      this.path.pop();
    });
    return items;
  }

  private list(end: string, item: () => void): void {
    this.place += 1;
    this.space();
    if (this.text[this.place] === end) {
      this.place += 1;
      return;
    }
    for (;;) {
      item();
      this.space();
      const next = this.text[this.place];
      this.place += 1;
      if (next === end) return;
      if (next !== ',') throw this.malformed();
    }
  }

  private string(): string {
    const token = this.token(/"(?:[^"\\]|\\.)*"/y);
    const value = this.parsed(token) as string;
    if (LONE_SURROGATE.test(value)) throw this.refused('text', 'has a lone surrogate, which is no text.');
    return value;
  }

  private word(): unknown {
    const token = this.token(/[^\s,\]}:"[{]+/y);
    const value = this.parsed(token);
    if (typeof value !== 'number') return value;
    if (!Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value))) {
      throw this.refused('number', `is ${token}, which is out of range.`);
    }
    if (String(value) !== token) throw this.refused('number', `is spelled ${token}, not ${value}.`);
    return value;
  }

  private token(pattern: RegExp): string {
    pattern.lastIndex = this.place;
    const [token] = pattern.exec(this.text) ?? [];
    if (token === undefined) throw this.malformed();
    this.place += token.length;
    return token;
  }

  private parsed(token: string): unknown {
    try {
      return JSON.parse(token);
    } catch {
      throw this.malformed();
    }
  }

  private space(): void {
    while (/[ \t\n\r]/.test(this.text[this.place] ?? '')) this.place += 1;
  }

  private malformed(): StrictJsonError {
    return this.refused('json', `is no JSON, near character ${this.place + 1}.`);
  }

  private refused(code: StrictJsonCode, what: string): StrictJsonError {
    const at = this.path.map((name) => (typeof name === 'number' ? `[${name}]` : `.${name}`)).join('');
    return new StrictJsonError(code, at.replace(/^\./, ''), what);
  }
}

/**
 * The canonical form (RFC 8785): keys in the order of their UTF-16 code units, no spaces, numbers and texts as ECMAScript prints
 * them. Absent fields are left out. @throws StrictJsonError where a value has none
 */
export function canonicalJson(value: unknown): string {
  const text = written(value);
  // `JSON.stringify` escapes lone surrogates, and nothing else by these letters; a backslash may stand before them in a text.
  return ESCAPED_SURROGATE.test(text) ? exactly(value) : text;
}

/** By `JSON.stringify`, which is much faster, but for objects with names that engines put first. */
const written = (value: unknown): string => {
  const copy = inOrder(value);
  return copy === NOT_ORDERED ? exactly(value) : JSON.stringify(copy ?? null);
};

const NOT_ORDERED = Symbol('not ordered');

function inOrder(value: unknown): unknown {
  if (typeof value === 'number' && !Number.isFinite(value)) return NOT_ORDERED;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const items = value.map((item) => inOrder(item) ?? null);
    return items.includes(NOT_ORDERED) ? NOT_ORDERED : items;
  }
  // Without a prototype, `__proto__` is an ordinary key.
  const copy: Record<string, unknown> = Object.create(null);
  for (const key of Object.keys(value).sort()) {
    const member = inOrder((value as Readonly<Record<string, unknown>>)[key]);
    if (member === NOT_ORDERED || /^\d+$/.test(key)) return NOT_ORDERED;
    copy[key] = member;
  }
  return copy;
}

function exactly(value: unknown): string {
  if (typeof value === 'string') {
    if (LONE_SURROGATE.test(value)) throw new StrictJsonError('text', '', 'has a lone surrogate, which is no text.');
    return JSON.stringify(value);
  }
  if (typeof value === 'number' && !Number.isFinite(value)) {
    throw new StrictJsonError('number', '', `has ${value}, which is no number of JSON.`);
  }
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
  if (Array.isArray(value)) return `[${value.map(exactly).join(',')}]`;
  const members = value as Readonly<Record<string, unknown>>;
  const texts = Object.keys(members)
    .sort()
    .flatMap((key) => (members[key] === undefined ? [] : `${exactly(key)}:${exactly(members[key])}`));
  return `{${texts.join(',')}}`;
}
