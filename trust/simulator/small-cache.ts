/**
 * Stands in for `lru-cache` in the simulator's bundle. That one takes memory for all it may ever hold when it is made, for
 * processes that live for years; simulated ones live for seconds, and are made by the thousand. As little as is cached in
 * a seed, neither ever forgets anything.
 */
export class LRUCache<Key, Value> {
  private readonly kept = new Map<Key, Value>();

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
    this.kept.clear();
  }
}
