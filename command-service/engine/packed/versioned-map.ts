/** How a version differs from the next one; `value` undefined: this version does not have the key. */
interface Difference<V> {
  readonly key: string;
  readonly value: V | undefined;
  readonly next: VersionedMap<V>;
}

/** What an empty map holds: histories that begin with the same empty map, as those of all streams do, share nothing. */
const NO_ENTRIES = null;

/**
 * A persistent map: `with` returns a new version. Only the newest version holds the Map, which `with` changes in place. Each
 * older version holds its difference to the next. So folds stay pure, and folding costs one Map write per event.
 */
export class VersionedMap<V> {
  private constructor(private held: Map<string, V> | Difference<V> | typeof NO_ENTRIES) {}

  static empty<V>(): VersionedMap<V> {
    return new VersionedMap<V>(NO_ENTRIES);
  }

  get(key: string): V | undefined {
    let { held } = this as VersionedMap<V>;
    while (held !== NO_ENTRIES && !(held instanceof Map)) {
      if (held.key === key) return held.value;
      held = held.next.held;
    }
    return held?.get(key);
  }

  with(key: string, value: V): VersionedMap<V> {
    if (this.held === NO_ENTRIES) return new VersionedMap<V>(new Map([[key, value]]));
    const entries = this.reroot();
    const next = new VersionedMap<V>(entries);
    this.held = { key, value: entries.get(key), next };
    entries.set(key, value);
    return next;
  }

  /** Valid until `with` is called on any version. */
  entries(): ReadonlyMap<string, V> {
    return this.held === NO_ENTRIES ? new Map() : this.reroot();
  }

  /** Moves the Map to this version and reverses the differences between it and the version that held the Map. */
  private reroot(): Map<string, V> {
    const path: { readonly version: VersionedMap<V>; readonly difference: Difference<V> }[] = [];
    let at: VersionedMap<V> = this;
    let { held } = at;
    while (held !== NO_ENTRIES && !(held instanceof Map)) {
      path.push({ version: at, difference: held });
      at = held.next;
      held = at.held;
    }
    const entries = held ?? new Map<string, V>();
    for (const { version, difference } of path.reverse()) {
      const { key, value } = difference;
      at.held = { key, value: entries.get(key), next: version };
      if (value === undefined) entries.delete(key);
      else entries.set(key, value);
      at = version;
    }
    this.held = entries;
    return entries;
  }
}
