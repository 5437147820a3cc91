import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PROGRAM } from '@perktree/e2e/support/product';
import type { Dice } from '../dice.ts';
import { judge } from '../oracle/oracle.ts';
import type { Report } from '../part.ts';
import { collect } from './collect.ts';
import { figuresOf, type RigResult } from './embedded-rig.ts';
import { Load } from './load/load.ts';
import { openShop } from './load/shop.ts';
import { DidNotStart, RigProcess } from './rig-process.ts';

const DISK_MB = 400;
const CHUNK = Buffer.alloc(1 << 20);
const CLIENTS = 6;
/** With a full disk, and before and after that, in milliseconds. */
const FULL_MS = 4_000;
const BUSY_MS = 1_500;

/** A file system of its own in memory, which only root may make. Null: nobody here may. */
function smallDisk(): { readonly folder: string; remove(): void } | null {
  const folder = mkdtempSync(join(tmpdir(), 'perktree-disk-'));
  const unmount = () => {
    spawnSync('umount', ['-l', folder]);
    rmSync(folder, { recursive: true, force: true });
  };
  const remove = () => {
    process.off('exit', unmount);
    unmount();
  };
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m,mode=0755`, 'tmpfs', folder]);
  if (status === 0) {
    process.once('exit', unmount);
    return { folder, remove };
  }
  rmSync(folder, { recursive: true, force: true });
  return null;
}

/** Writes until there is no room left. */
function fill(file: string): void {
  for (let chunk = CHUNK; ; ) {
    try {
      writeFileSync(file, chunk, { flag: 'a' });
    } catch {
      if (chunk.length <= 4096) return;
      // The last few bytes, too.
      chunk = chunk.subarray(0, chunk.length / 16);
    }
  }
}

/** The embedded product on a disk that fills up under load, and has room again. Null: this machine has no such disk. */
export async function runDiskFullRig(dice: Dice, report: Report): Promise<RigResult | null> {
  const disk = smallDisk();
  if (disk === null) return null;
  report('kill-rig: a full disk');
  const dataDir = join(disk.folder, 'data');
  const ballast = join(disk.folder, 'ballast');
  let url = 'http://127.0.0.1:9';
  const start = async () => {
    const product = RigProcess.start(PROGRAM, { DATA_DIR: dataDir });
    const address = await product.address();
    if (address === null) throw new DidNotStart(product.output);
    url = address;
    return product;
  };
  let product: RigProcess | null = null;
  try {
    product = await start();
    const load = new Load(() => url, dice);
    load.start(await openShop(url, 'ultra'), CLIENTS);
    await sleep(BUSY_MS);
    fill(ballast);
    await sleep(FULL_MS);
    rmSync(ballast);
    // It may have ended rather than go on without a disk; then somebody starts it again.
    if (product.hasEnded) product = await start();
    await sleep(BUSY_MS);
    await load.stop();
    if (product.hasEnded) product = await start();
    product.signal('SIGTERM');
    await product.end();
    const evidence = await collect({ DATA_DIR: dataDir }, load.asked, { clocksAgree: true });
    return { counts: { 'disks full': 1, ...figuresOf(evidence) }, violations: await judge(evidence) };
  } finally {
    product?.signal('SIGKILL');
    await product?.end();
    disk.remove();
  }
}
