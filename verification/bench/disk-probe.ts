import { closeSync, fdatasyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { median } from './statistics.ts';

const WRITES = 40;
const PAGE = Buffer.alloc(8_192, 1);
/** A disk is too slow above this multiple of the run's median. */
const TOO_SLOW_FACTOR = 4;
/** A disk is never too slow below this time in milliseconds. */
const GOOD_ENOUGH_MS = 2;

/** Measures the time to write a page to disk, which every commit waits for. */
export class DiskProbe {
  private readonly seen: number[] = [];

  constructor(private readonly folder: string) {}

  /** @returns the median of writes with fdatasync, in milliseconds */
  measure(): number {
    const file = join(this.folder, 'disk-probe');
    const handle = openSync(file, 'w');
    const times: number[] = [];
    try {
      for (let n = 0; n < WRITES; n += 1) {
        const start = performance.now();
        writeSync(handle, PAGE, 0, PAGE.length, n * PAGE.length);
        fdatasyncSync(handle);
        times.push(performance.now() - start);
      }
    } finally {
      closeSync(handle);
      rmSync(file);
    }
    const measured = median(times);
    this.seen.push(measured);
    return measured;
  }

  isTooSlow(measured: number): boolean {
    return measured > GOOD_ENOUGH_MS && measured > TOO_SLOW_FACTOR * median(this.seen);
  }
}
