const FIRST_SLOTS = 1_024;

/**
 * A set of texts that keeps a hash of 8 bytes of each, 11 to 23 bytes with free slots. It never misses a text that comes again;
 * two texts of ten million that differ are taken for the same with a probability of about 1 in 200,000.
 */
export class HashSet {
  private size = 0;
  /** Two numbers a slot; the second is never 0 in a used one. */
  private slots = new Uint32Array(FIRST_SLOTS * 2);

  /** @returns false if it was there before */
  add(text: string): boolean {
    const [a, b] = keyOf(text);
    const slot = this.slotOf(a, b);
    if (this.slots[slot + 1] !== 0) return false;
    this.slots[slot] = a;
    this.slots[slot + 1] = b;
    this.size += 1;
    if (this.size * 20 > this.slots.length * 7) this.grow();
    return true;
  }

  has(text: string): boolean {
    const [a, b] = keyOf(text);
    return this.slots[this.slotOf(a, b) + 1] !== 0;
  }

  /** Of the key, or the free one where it belongs. */
  private slotOf(a: number, b: number): number {
    const last = this.slots.length / 2 - 1;
    for (let n = a & last; ; n = (n + 1) & last) {
      const slot = n * 2;
      if (this.slots[slot + 1] === 0 || (this.slots[slot] === a && this.slots[slot + 1] === b)) return slot;
    }
  }

  private grow(): void {
    const before = this.slots;
    this.slots = new Uint32Array(before.length * 2);
    for (let n = 0; n < before.length; n += 2) {
      const [a, b] = [before[n] as number, before[n + 1] as number];
      if (b === 0) continue;
      const slot = this.slotOf(a, b);
      this.slots[slot] = a;
      this.slots[slot + 1] = b;
    }
  }
}

/** Two hashes of 32 bits (FNV-1a, and with another prime), mixed at the end; the second is odd, so it is never 0. */
function keyOf(text: string): readonly [number, number] {
  let [a, b] = [0x811c9dc5, 0x9e3779b9];
  for (let n = 0; n < text.length; n += 1) {
    const code = text.charCodeAt(n);
    a = Math.imul(a ^ code, 0x01000193);
    b = Math.imul(b ^ code, 0x85ebca6b);
  }
  return [mixed(a ^ (b >>> 15)), (mixed(b ^ (a >>> 13)) | 1) >>> 0];
}

function mixed(hash: number): number {
  const once = Math.imul(hash ^ (hash >>> 16), 0x21f0aaad);
  const twice = Math.imul(once ^ (once >>> 15), 0x735a2d97);
  return (twice ^ (twice >>> 15)) >>> 0;
}
