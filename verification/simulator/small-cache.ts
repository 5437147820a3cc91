/**
 * Replaces `lru-cache` in the simulator's bundle. The real one allocates its full size at once, and the simulator creates
 * thousands of short-lived processes. It never evicts; a seed caches too little for the real one to evict either.
 */
export class LRUCache<Key, Value> {
  private readonly kept = new Map<Key, Value>();

  constructor(private readonly options: { readonly dispose?: (value: Value, key: Key, reason: string) => void } = {}) {}

  keys(): IterableIterator<Key> {
    return this.kept.keys();
  }
  get(key: Key): Value | undefined {
    return this.kept.get(key);
  }
  peek(key: Key): Value | undefined {
    return this.kept.get(key);
  }
  has(key: Key): boolean {
    return this.kept.has(key);
  }
  set(key: Key, value: Value): this {
    this.kept.set(key, value);
    return this;
  }
  delete(key: Key): boolean {
    return this.kept.delete(key);
  }
  clear(): void {
    for (const [key, value] of this.kept) this.options.dispose?.(value, key, 'delete');
    this.kept.clear();
  }
}
