import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, expect, inject, it } from 'vitest';
import { ROOT } from './support/product.ts';
import { decodePng } from './support/read-qr.ts';
import { openOffer } from './support/shop.ts';

const page = readFileSync(join(ROOT, 'docs/how-to/print-qr-codes.md'), 'utf8');
const commands = [...page.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block]) => block ?? '');
const folder = mkdtempSync(join(tmpdir(), 'perktree-print-'));
const origin = inject('sharedProduct');

afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('the commands of the page design a campaign and download files that can be read', async () => {
  const { owner, siteId, qr } = await openOffer(origin, { plan: 'ultra' });
  const at = `/api/sites/${siteId}/qrs/${qr.id}`;
  const logo = sharp({ create: { width: 60, height: 60, channels: 3, background: '#c00' } });
  writeFileSync(join(folder, 'logo.png'), await logo.png().toBuffer());

  expect(commands).toHaveLength(4);
  const env = {
    ...{ PATH: process.env.PATH, URL: origin, EMAIL: owner.email, PASSWORD: owner.password },
    ...{ COOKIES: join(folder, 'cookies'), LOGO: join(folder, 'logo.png'), FOLDER: folder },
    ...{ SITE: siteId, CAMPAIGN: qr.id },
  };
  const run = (script: string) =>
    execFileSync('sh', ['-ec', script], { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  // In one shell, as a reader would, because the upload sets a variable.
  expect(run(commands.slice(0, 3).join('\n'))).toContain('"from":"campaign"');
  const file = (name: string) => readFileSync(join(folder, name));
  expect(decodePng(file('code.png'))).toBe(qr.customerUrl);
  expect(decodePng(await sharp(file('code.svg')).flatten({ background: '#fff' }).png().toBuffer())).toBe(
    qr.customerUrl,
  );
  expect(file('code.pdf').subarray(0, 5).toString('latin1')).toBe('%PDF-');
  run(`${commands[0]}\n${commands[3]}`);
  expect(await owner.get(`${at}/design`)).toEqual({ design: null, from: null, version: null });
});
