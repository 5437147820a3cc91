/** How a version differs from the next one; `value` undefined: this version does not have the key. */
interface Difference<V> {
  readonly key: string;
  readonly value: V | undefined;
  readonly next: VersionedMap<V>;
}

/**
 * A persistent map: `with` returns a new version. Only the newest version holds the Map, which `with` changes in place. Each
 * older version holds its difference to the next. So deciders stay pure, and folding costs one Map write per event.
 */
export class VersionedMap<V> {
  private constructor(private held: Map<string, V> | Difference<V>) {}

  static empty<V>(): VersionedMap<V> {
    return new VersionedMap<V>(new Map());
  }

  get(key: string): V | undefined {
    let { held } = this as VersionedMap<V>;
    while (!(held instanceof Map)) {
      if (held.key === key) return held.value;
      held = held.next.held;
    }
    return held.get(key);
  }

  with(key: string, value: V): VersionedMap<V> {
    const entries = this.reroot();
    const next = new VersionedMap<V>(entries);
    this.held = { key, value: entries.get(key), next };
    entries.set(key, value);
    return next;
  }

  /** Valid until `with` is called on any version. */
  entries(): ReadonlyMap<string, V> {
    return this.reroot();
  }

  /** Moves the Map to this version and reverses the differences between it and the version that held the Map. */
  private reroot(): Map<string, V> {
    const path: { readonly version: VersionedMap<V>; readonly difference: Difference<V> }[] = [];
    let at: VersionedMap<V> = this;
    let { held } = at;
    while (!(held instanceof Map)) {
      path.push({ version: at, difference: held });
      at = held.next;
      held = at.held;
    }
    for (const { version, difference } of path.reverse()) {
      const { key, value } = difference;
      at.held = { key, value: held.get(key), next: version };
      if (value === undefined) held.delete(key);
      else held.set(key, value);
      at = version;
    }
    this.held = held;
    return held;
  }
}
