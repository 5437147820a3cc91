import { derivedId } from '../replay/once-checker.ts';
import type { Outline, PackedEvents, Scalar, StatementColumn } from './statement.ts';

/**
 * Events of a statement by columns, so that what most of them share stands in the file once, and ids that follow from others do
 * not stand in it (docs/reference/statement-format.md#events). The reader needs no rule of this page: it takes any columns.
 */
export function packEvents(events: readonly object[]): PackedEvents {
  const groups = new Map<string, Group & { readonly place: number }>();
  const of = events.map((event) => {
    const values: Scalar[] = [];
    const shape = shapeOf(event, values);
    // A column beside those of the outline, from which the ids of scans derive.
    const ordinal = ordinalOf(event as { readonly event?: { readonly data?: object } });
    if (ordinal !== null) values.push(ordinal);
    const key = `${values.length}${shape}`;
    const group = groups.get(key) ?? newGroup(event, groups.size, ordinal !== null);
    groups.set(key, group);
    group.rows.push(values);
    return group.place;
  });
  return { groups: [...groups.values()].map(packGroup), of };
}

/** Events that differ in the values of their leaves alone. */
interface Group {
  /** With the places of leaves. */
  readonly outline: Outline;
  /** Of each leaf, such as `.event.data.shares.0.qrId`. */
  readonly paths: readonly string[];
  readonly rows: (readonly Scalar[])[];
}

function newGroup(event: object, place: number, hasOrdinal: boolean): Group & { readonly place: number } {
  const paths: string[] = [];
  const outline = outlineOf(event, '', paths);
  return { place, outline, paths: hasOrdinal ? [...paths, ORDINAL] : paths, rows: [] };
}

/** The names and lists of a value. @param values to which its leaves are added, in the order of `outlineOf` */
function shapeOf(value: unknown, values: Scalar[]): string {
  if (typeof value !== 'object' || value === null) {
    values.push(value as Scalar);
    return '';
  }
  if (Array.isArray(value)) return `[${value.map((item) => shapeOf(item, values)).join()}]`;
  let shape = '{';
  for (const name of namesOf(value)) {
    shape += `${name.length} ${name}${shapeOf((value as Record<string, unknown>)[name], values)}`;
  }
  return `${shape}}`;
}

/** In order. Most have it already, and to see that takes a fraction of sorting. */
function namesOf(value: object): readonly string[] {
  const names = Object.keys(value);
  return names.every((name, n) => n === 0 || (names[n - 1] as string) < name) ? names : names.sort();
}

/** The value with the places of its leaves in their stead. */
function outlineOf(value: unknown, path: string, paths: string[]): Outline {
  if (Array.isArray(value)) return value.map((item, n) => outlineOf(item, `${path}.${n}`, paths));
  if (typeof value !== 'object' || value === null) return paths.push(path) - 1;
  return Object.fromEntries(
    namesOf(value).map((name) => [name, outlineOf((value as Record<string, unknown>)[name], `${path}.${name}`, paths)]),
  );
}

/** A customer's scans of a QR and period are numbered; none is tried beyond this one. */
const MAX_SCANS = 5;
const ORDINAL = '.ordinal';

/** Null: the id of the scan has another origin. */
function ordinalOf({ event }: { readonly event?: { readonly data?: object } }): number | null {
  if (event?.data === undefined) return null;
  const { scanId, customerId, qrId, period } = event.data as Readonly<Record<string, unknown>>;
  const parts = [customerId, qrId, period];
  if (typeof scanId !== 'string' || !parts.every(isPart)) return null;
  for (let ordinal = 1; ordinal <= MAX_SCANS; ordinal += 1) {
    if (derivedId('scan of a customer', ...parts, ordinal) === scanId) return ordinal;
  }
  return null;
}

type Part = string | number;
const isPart = (value: unknown): value is Part => typeof value === 'string' || typeof value === 'number';

/** What an id may derive from: the name of its field, the kind of the id, and the fields: `^` in the same object, else anywhere. */
const DERIVED: readonly (readonly [name: string, kind: string, parts: readonly string[]])[] = [
  ['scanId', 'scan of a customer', ['^customerId', '^qrId', '^period', 'ordinal']],
  ['redemptionId', 'redemption', ['^scanId']],
  ['reversesEntryId', 'ledger entry', ['redemptionId', '^qrId']],
  ['entryId', 'ledger entry', ['redemptionId', '^qrId']],
  ['entryId', 'compensating entry', ['reversalId', '^reversesEntryId']],
];
const ruleOf = (path: string) => DERIVED.findIndex(([name]) => path.endsWith(`.${name}`));

function packGroup({ outline, paths, rows }: Group): PackedEvents['groups'][number] {
  const columns = new Columns();
  const numbers = new Map<string, number>();
  const valuesAt = (path: string) => {
    const leaf = paths.indexOf(path);
    return rows.map((row) => row[leaf] as Scalar);
  };
  const derived = (path: string, values: readonly Scalar[]): StatementColumn | undefined => {
    for (const [name, kind, parts] of DERIVED) {
      if (!path.endsWith(`.${name}`)) continue;
      const own = path.slice(0, -name.length);
      const from = parts.map((part) =>
        paths.find((other) => (part[0] === '^' ? other === own + part.slice(1) : other.endsWith(`.${part}`))),
      );
      if (!from.every((other) => other !== undefined && numbers.has(other))) continue;
      const ids = (from as string[]).map(valuesAt);
      const isDerived = values.every((value, row) => {
        const of = ids.map((each) => each[row]);
        return of.every(isPart) && derivedId(kind, ...of) === value;
      });
      if (isDerived) return { derived: [kind, ...(from as string[]).map((other) => numbers.get(other) as number)] };
    }
    return undefined;
  };
  for (const path of [...paths].sort((a, b) => ruleOf(a) - ruleOf(b))) {
    const values = valuesAt(path);
    numbers.set(
      path,
      columns.add(values, () => derived(path, values)),
    );
  }
  return {
    columns: columns.all,
    outline: placed(
      outline,
      paths.map((path) => numbers.get(path) as number),
    ),
  };
}

/** An outline with the numbers of columns for the places of leaves. */
function placed(outline: Outline, numbers: readonly number[]): Outline {
  if (typeof outline === 'number') return numbers[outline] as number;
  if (Array.isArray(outline)) return outline.map((item) => placed(item, numbers));
  const members = Object.entries(outline as Readonly<Record<string, Outline>>);
  return Object.fromEntries(members.map(([name, inner]) => [name, placed(inner, numbers)]));
}

class Columns {
  readonly all: StatementColumn[] = [];
  private readonly byFirst = new Map<Scalar, { readonly number: number; readonly values: readonly Scalar[] }[]>();
  /** Of columns with few values, the place of each row's value. */
  private readonly places = new Map<number, readonly number[]>();

  /** @returns its number; of a column with the same values, where there is one */
  add(values: readonly Scalar[], derived: () => StatementColumn | undefined): number {
    const alike = this.byFirst.get(values[0] as Scalar) ?? [];
    const there = alike.find((other) => other.values.every((value, row) => value === values[row]));
    if (there) return there.number;
    this.byFirst.set(values[0] as Scalar, alike);
    const number = this.all.length;
    alike.push({ number, values });
    this.all.push(derived() ?? this.packed(values));
    return number;
  }

  private packed(values: readonly Scalar[]): StatementColumn {
    const distinct = new Map<Scalar, number>();
    for (const value of values) if (!distinct.has(value)) distinct.set(value, distinct.size);
    if (distinct.size === 1) return { same: values[0] as Scalar };
    if (values.every((value) => Number.isSafeInteger(value))) return { steps: steps(values as readonly number[]) };
    if (values.every(isTime)) return { times: steps((values as readonly string[]).map(Date.parse)) };
    if (distinct.size > values.length / 2) return plain(values);
    const by = this.decidedBy(values);
    if (by) return by;
    const at = values.map((value) => distinct.get(value) as number);
    this.places.set(this.all.length, at);
    return { at, values: plain([...distinct.keys()]) };
  }

  /** By an earlier column, as a QR decides its owner. */
  private decidedBy(values: readonly Scalar[]): StatementColumn | null {
    for (const [as, places] of this.places) {
      const byPlace: Scalar[] = [];
      const decides = places.every((place, row) => {
        if (byPlace[place] === undefined) byPlace[place] = values[row] as Scalar;
        return byPlace[place] === values[row];
      });
      if (decides) return { as, values: plain(byPlace) };
    }
    return null;
  }
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
const HASH = /^[\da-f]{64}$/;
const matches = (values: readonly Scalar[], form: RegExp) =>
  values.every((value) => typeof value === 'string' && form.test(value));
const bytesOf = (values: readonly Scalar[]) =>
  Buffer.from(values.join('').replaceAll('-', ''), 'hex').toString('base64');

function plain(values: readonly Scalar[]): StatementColumn {
  if (matches(values, UUID)) return { uuids: bytesOf(values) };
  return matches(values, HASH) ? { hashes: bytesOf(values) } : { list: values };
}

const steps = (numbers: readonly number[]) => numbers.map((number, n) => number - (numbers[n - 1] ?? 0));

function isTime(value: Scalar): boolean {
  if (typeof value !== 'string' || !/^[12]\d{3}-.*Z$/.test(value)) return false;
  const time = Date.parse(value);
  return time >= 0 && new Date(time).toISOString() === value;
}
