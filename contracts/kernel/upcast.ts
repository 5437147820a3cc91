/** Brings the data of one schema version to the next. */
export type Upcaster = (data: unknown) => unknown;

/** Steps of one event type: the key n brings version n to n + 1. */
export type UpcastSteps = Readonly<Record<number, Upcaster>>;

/** No chain of upcasters leads from an event's version to the newest one. */
export class CannotUpcast extends Error {
  override readonly name = 'CannotUpcast';
}

/**
 * Data in the newest version of its type, by chained steps, so that any old event reaches the newest shape and no reader
 * but the steps knows the old ones.
 * @throws CannotUpcast for a version from the future, or where a step is missing
 */
export function upcast(data: unknown, from: number, newest: number, steps: UpcastSteps): unknown {
  if (from > newest) throw new CannotUpcast(`schema version ${from} is newer than ${newest}`);
  let upcasted = data;
  for (let version = from; version < newest; version += 1) {
    const step = steps[version];
    if (!step) throw new CannotUpcast(`no way from version ${version} to ${version + 1}`);
    upcasted = step(upcasted);
  }
  return upcasted;
}

/** Brings data to the version before; null where that version cannot say what the data says. */
export type Downcaster = (data: unknown) => unknown | null;

/** Steps of one event type: the key n brings version n to n - 1. */
export type DowncastSteps = Readonly<Record<number, Downcaster>>;

/** The step back from a version that only added these fields: possible while each has the value that upcasting gives it. */
export function withoutAdded(added: Readonly<Record<string, unknown>>): Downcaster {
  return (data) => {
    const entries = Object.entries(data as object);
    if (entries.some(([field, value]) => Object.hasOwn(added, field) && added[field] !== value)) return null;
    return Object.fromEntries(entries.filter(([field]) => !Object.hasOwn(added, field)));
  };
}

/**
 * Data in the lowest version that says the same, so that the previous release, which may run beside this one, reads it.
 * @param newest the version of `data`
 */
export function downcast(data: unknown, newest: number, steps: DowncastSteps): { data: unknown; version: number } {
  const lower = steps[newest]?.(data) ?? null;
  return lower === null ? { data, version: newest } : downcast(lower, newest - 1, steps);
}
