import { ByteReader, ByteWriter } from './bytes.ts';
import { VersionedMap } from './versioned-map.ts';

/** How a value is written as bytes. */
interface ValueCodec<V> {
  write(out: ByteWriter, value: V): void;
  read(bytes: ByteReader): V;
}

const SLOT_BYTES = 4;
const MIN_SLOTS = 4;
/** Before the number of slots is rounded up to a power of two. */
const SLOTS_PER_ENTRY = 1.25;

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
  static fromBytes<V>(codec: ValueCodec<V>, bytes: Buffer): PackedMap<V> {
    return new PackedMap(new PackedEntries(bytes, codec), VersionedMap.empty());
  }

  get(key: string): V | undefined {
    return this.changed.get(key) ?? this.packed.get(key);
  }

  with(key: string, value: V): PackedMap<V> {
    return new PackedMap(this.packed, this.changed.with(key, value));
  }

  /** All entries, in the form that `fromBytes` reads. */
  toBytes(): Buffer {
    return this.packed.bytesWith(this.changed.entries());
  }
}

/**
 * The entries of a map as bytes: a hash table, then key and value of each entry. An entry is decoded when it is looked up.
 * So 100,000 entries take a few megabytes, and loading them decodes nothing.
 */
class PackedEntries<V> {
  private readonly size: number;
  private readonly entries: Buffer;
  /** For each slot, the offset of its entry plus one; 0: free. A collision takes the next free slot. */
  private readonly slots: Buffer;
  private readonly scratch = new ByteWriter();

  /** @throws RangeError if the bytes are truncated */
  constructor(
    private readonly bytes: Buffer,
    private readonly codec: ValueCodec<V>,
  ) {
    const reader = new ByteReader(bytes);
    this.size = reader.uint();
    this.slots = reader.block();
    this.entries = reader.block();
    if (this.size > 0 && this.slots.length !== slotsFor(this.size) * SLOT_BYTES)
      throw new RangeError('slots are missing');
  }

  static none<V>(codec: ValueCodec<V>): PackedEntries<V> {
    return new PackedEntries(Buffer.alloc(3), codec);
  }

  get(key: string): V | undefined {
    const begin = this.find(key);
    if (begin === null) return undefined;
    const entry = new ByteReader(this.entries, begin);
    entry.skipBlock();
    return this.codec.read(new ByteReader(entry.block()));
  }

  /** The bytes of these entries with some of them added or changed. */
  bytesWith(changed: ReadonlyMap<string, V>): Buffer {
    if (changed.size === 0) return this.bytes;
    const replaced = new Set<number | null>();
    for (const key of changed.keys()) replaced.add(this.find(key));
    replaced.delete(null);
    const entries = new ByteWriter(this.entries.length * 2);
    const kept = new ByteReader(this.entries);
    for (let left = this.size; left > 0; left -= 1) {
      const begin = kept.position;
      kept.skipBlock();
      kept.skipBlock();
      if (!replaced.has(begin)) entries.raw(this.entries.subarray(begin, kept.position));
    }
    for (const [key, value] of changed) {
      entries.block(this.keyBytes(key));
      this.scratch.reset();
      this.codec.write(this.scratch, value);
      entries.block(this.scratch.written);
    }
    const size = this.size - replaced.size + changed.size;
    const slots = slotsOf(entries.written, size);
    const out = new ByteWriter(entries.written.length + slots.length + 64);
    out.uint(size);
    out.block(slots);
    out.block(entries.written);
    return out.written;
  }

  /** The offset of a key's entry; null: no entry. */
  private find(key: string): number | null {
    if (this.size === 0) return null;
    const wanted = this.keyBytes(key);
    const mask = this.slots.length / SLOT_BYTES - 1;
    for (let slot = hashOf(wanted, 0, wanted.length) & mask; ; slot = (slot + 1) & mask) {
      const begin = this.slots.readUInt32LE(slot * SLOT_BYTES) - 1;
      if (begin < 0) return null;
      const entry = new ByteReader(this.entries, begin);
      const keyBegin = entry.skipBlock();
      if (wanted.compare(this.entries, keyBegin, entry.position) === 0) return begin;
    }
  }

  private keyBytes(key: string): Buffer {
    this.scratch.reset();
    this.scratch.text(key);
    return this.scratch.written;
  }
}

function slotsFor(size: number): number {
  let slots = MIN_SLOTS;
  while (slots < size * SLOTS_PER_ENTRY) slots *= 2;
  return slots;
}

function slotsOf(entries: Buffer, size: number): Buffer {
  const slots = Buffer.alloc(slotsFor(size) * SLOT_BYTES);
  const mask = slotsFor(size) - 1;
  const reader = new ByteReader(entries);
  for (let left = size; left > 0; left -= 1) {
    const begin = reader.position;
    const keyBegin = reader.skipBlock();
    let slot = hashOf(entries, keyBegin, reader.position) & mask;
    while (slots.readUInt32LE(slot * SLOT_BYTES) !== 0) slot = (slot + 1) & mask;
    slots.writeUInt32LE(begin + 1, slot * SLOT_BYTES);
    reader.skipBlock();
  }
  return slots;
}

/** Hashes the first and last four bytes, which differ between UUIDs and between prefixed UUIDs. */
function hashOf(bytes: Buffer, from: number, to: number): number {
  let [first, last] = [0, 0];
  for (let n = 0; n < 4 && from + n < to; n += 1) {
    first = (first << 8) | (bytes[from + n] as number);
    last = (last << 8) | (bytes[to - 1 - n] as number);
  }
  const mixed = Math.imul(first, 0x9e3779b1) ^ Math.imul(last, 0x85ebca6b);
  // The low bits choose a slot.
  return mixed ^ (mixed >>> 15);
}
