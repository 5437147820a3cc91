import { PackedEntries, type ValueCodec } from './packed-entries.ts';
import { VersionedMap } from './versioned-map.ts';

/** A persistent map: loaded entries stay packed, later entries are in memory. */
export class PackedMap<V> {
  private constructor(
    private readonly packed: PackedEntries<V>,
    private readonly changed: VersionedMap<V>,
  ) {}

  static empty<V>(codec: ValueCodec<V>): PackedMap<V> {
    return new PackedMap(PackedEntries.none(codec), VersionedMap.empty());
  }

  /** @throws RangeError if the bytes are truncated */
  static of<V>(codec: ValueCodec<V>, bytes: Buffer): PackedMap<V> {
    return new PackedMap(new PackedEntries(bytes, codec), VersionedMap.empty());
  }

  get(key: string): V | undefined {
    return this.changed.get(key) ?? this.packed.get(key);
  }

  with(key: string, value: V): PackedMap<V> {
    return new PackedMap(this.packed, this.changed.with(key, value));
  }

  /** All entries, in the form that `of` reads. */
  toBytes(): Buffer {
    return this.packed.bytesWith(this.changed.entries());
  }
}
