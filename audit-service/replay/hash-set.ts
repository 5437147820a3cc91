import { hash } from 'node:crypto';

const FIRST_SLOTS = 1_024;

/**
 * A set of texts that keeps 8 bytes of the SHA-256 of each, 11 to 23 bytes with free slots. Two texts of ten million are taken
 * for the same with a probability of 1 in 370,000.
 */
export class HashSet {
  private size = 0;
  private slots = new BigUint64Array(FIRST_SLOTS);

  /** @returns false if it was there before */
  add(text: string): boolean {
    const key = keyOf(text);
    const slot = this.slotOf(key);
    if (this.slots[slot] === key) return false;
    this.slots[slot] = key;
    this.size += 1;
    if (this.size * 10 > this.slots.length * 7) this.grow();
    return true;
  }

  has(text: string): boolean {
    const key = keyOf(text);
    return this.slots[this.slotOf(key)] === key;
  }

  private slotOf(key: bigint): number {
    const mask = this.slots.length - 1;
    let slot = Number(key & 0xffff_ffffn) & mask;
    while (this.slots[slot] !== 0n && this.slots[slot] !== key) slot = (slot + 1) & mask;
    return slot;
  }

  private grow(): void {
    const before = this.slots;
    this.slots = new BigUint64Array(before.length * 2);
    for (const key of before) if (key !== 0n) this.slots[this.slotOf(key)] = key;
  }
}

/** Never 0, which stands for a free slot. */
function keyOf(text: string): bigint {
  return hash('sha256', text, 'buffer').readBigUInt64LE() | (1n << 63n);
}
