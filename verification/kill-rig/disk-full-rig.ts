import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ProductProcess, spawnProduct } from '../e2e/support/product.ts';
import { judge } from '../oracle/oracle.ts';
import type { Dice } from '../trust/dice.ts';
import type { Report } from '../trust/part.ts';
import { collect } from './collect.ts';
import { DidNotStart, figuresOf, type RigResult } from './embedded-rig.ts';
import { Load } from './load/load.ts';
import { openShop } from './load/shop.ts';

const DISK_MB = 400;
const CHUNK = Buffer.alloc(1 << 20);
const CLIENTS = 6;
/** Time with a full disk, in milliseconds. */
const FULL_MS = 4_000;
/** Time before and after that, in milliseconds. */
const SETTLING_MS = 1_500;

/** Mounts a small file system in memory. Null: not permitted, as only root may mount. */
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

/** Fills the disk completely. */
function fill(file: string): void {
  for (let chunk = CHUNK; ; ) {
    try {
      writeFileSync(file, chunk, { flag: 'a' });
    } catch {
      if (chunk.length <= 4096) return;
      // Fill the rest in smaller chunks.
      chunk = chunk.subarray(0, chunk.length / 16);
    }
  }
}

/** Fills the disk of the embedded product under load and frees it again. Null: no file system could be mounted. */
export async function runDiskFullRig(dice: Dice, report: Report): Promise<RigResult | null> {
  const disk = smallDisk();
  if (disk === null) return null;
  report('kill-rig: a full disk');
  const dataDir = join(disk.folder, 'data');
  const ballast = join(disk.folder, 'ballast');
  let url = 'http://127.0.0.1:9';
  const start = async () => {
    const product = spawnProduct({ inherited: {}, dataDir });
    const address = await product.address();
    if (address === null) throw new DidNotStart(product.output());
    url = address;
    return product;
  };
  let product: ProductProcess | null = null;
  try {
    product = await start();
    const load = new Load(() => url, dice);
    load.start(await openShop(url, 'ultra'), CLIENTS);
    await sleep(SETTLING_MS);
    fill(ballast);
    await sleep(FULL_MS);
    rmSync(ballast);
    // It may have exited because of the full disk; restart it, as an operator would.
    if (product.hasEnded()) product = await start();
    await sleep(SETTLING_MS);
    await load.stop();
    if (product.hasEnded()) product = await start();
    product.signal('SIGTERM');
    await product.ended;
    const evidence = await collect({ DATA_DIR: dataDir }, load.attempts, { clocksAgree: true });
    return { counts: { 'disks full': 1, ...figuresOf(evidence) }, violations: await judge(evidence) };
  } finally {
    product?.signal('SIGKILL');
    await product?.ended;
    disk.remove();
  }
}
