import { readFileSync } from 'node:fs';
import { PDFDocument } from '@cantoo/pdf-lib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Product, startProduct } from './support/product.ts';
import { openShop } from './support/shop.ts';

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.remove());

const of = (pid: number | string, file: string) => readFileSync(`/proc/${pid}/${file}`, 'utf8');
/** Processes of print sheets that the product has started. */
const drawing = () =>
  of(product.pid, `task/${product.pid}/children`)
    .split(' ')
    .filter((pid) => pid !== '' && of(pid, 'cmdline').includes('sheet-process'));

const LABELS = 2_004;

it('a print sheet is drawn in a process of its own: requests are answered while that one stands still', async () => {
  const { owner, siteId, root } = await openShop(product.url);
  const sheet = fetch(`${product.url}/api/print-sheets`, {
    method: 'POST',
    headers: { cookie: owner.cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ siteId, ids: Array(LABELS).fill(root.id), paper: 'A4', size: 'small', format: 'pdf' }),
  });
  await expect.poll(drawing, { interval: 5 }).toHaveLength(1);
  const [pid] = drawing().map(Number);
  process.kill(pid ?? 0, 'SIGSTOP');
  expect(await owner.get('/api/me/sites')).toHaveLength(1);
  expect(drawing().map(Number)).toEqual([pid]);
  process.kill(pid ?? 0, 'SIGCONT');
  const pdf = await PDFDocument.load(await (await sheet).arrayBuffer());
  expect(pdf.getPageCount()).toBe(LABELS / 12);
  await expect.poll(drawing).toEqual([]);
});

it('a client that leaves ends the process', async () => {
  const { owner, siteId, root } = await openShop(product.url);
  const leaving = new AbortController();
  const sheet = fetch(`${product.url}/api/print-sheets`, {
    ...{ method: 'POST', signal: leaving.signal },
    headers: { cookie: owner.cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ siteId, ids: Array(LABELS).fill(root.id), paper: 'A4', size: 'small', format: 'pdf' }),
  });
  await sheet;
  expect(drawing()).toHaveLength(1);
  process.kill(Number(drawing()[0]), 'SIGSTOP');
  leaving.abort();
  await expect.poll(drawing).toEqual([]);
});
