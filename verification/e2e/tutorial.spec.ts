import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Product, ROOT, startProduct } from './support/product.ts';

const page = readFileSync(join(ROOT, 'docs/tutorial/your-first-redemption.md'), 'utf8');
const script = [...page.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block]) => block).join('');

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(async () => {
  await product?.remove();
});

describe('docs/tutorial/your-first-redemption.md', () => {
  it('leads to a redeemed code and its ledger entry', () => {
    const env = { ...process.env, PERKTREE: product.url };
    const { status, stdout, stderr } = spawnSync('bash', ['-euo', 'pipefail', '-c', script], { env, encoding: 'utf8' });
    expect(status, stdout + stderr).toBe(0);
    expect(stdout).toContain('"saleAmount":"40.00"');
    expect(stdout).toContain('"commissionAmount":"4.00"');
    expect(stdout).toMatch(/"state":"pending"/);
  });
});
