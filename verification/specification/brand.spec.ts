import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type OpenBusiness, openBusiness, subscribe } from '@perktree/apps/standalone/testing/open-business';
import { useComposedApp } from '@perktree/apps/standalone/testing/use-composed-app';
import { Visitor } from '@perktree/apps/standalone/testing/visitor';
import { NO_LEGAL_LINKS } from '@perktree/contracts/account/legal-links';
import { ISSUES } from '@perktree/contracts/kernel/issue-codes';
import { describe, expect, it } from 'vitest';

const composed = await useComposedApp();
const shop = await openBusiness(composed.app, 'branded');
const signedOut = new Visitor(composed.app, 'signed-out');

const BRAND = { name: 'Luna', logo: null, colour: '#ffcc00', whiteLabel: false };
const save = (change: object = {}, of = shop) => of.owner.call('PUT', `${of.site}/brand`, { ...BRAND, ...change });
const offer = async (kind: 'customer' | 'distributor' = 'customer', of = shop) =>
  (await signedOut.must('GET', `/api/scan-info/${kind}/${of[`${kind}Token`]}`)).qr;

async function upload({ owner }: OpenBusiness, width: number): Promise<string> {
  const payload = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} 9"><path d="M0 0h9v9z"/></svg>`;
  const headers = { 'content-type': 'image/svg+xml', cookie: owner.cookie };
  return (await composed.app.inject({ method: 'POST', url: '/api/pictures', headers, payload })).json().hash;
}

describe('the brand of a site', () => {
  it('is none at first', async () => {
    expect(await shop.owner.must('GET', `${shop.site}/brand`)).toEqual({
      ...{ name: null, logo: null, logoUrl: null, colour: null, whiteLabel: false, showsProduct: true },
      ...NO_LEGAL_LINKS,
    });
    expect((await offer()).brand).toBeNull();
  });

  it('is on labels to print, for the owner and for distributors; without a name it has that of the site', async () => {
    expect(await shop.owner.must('GET', `${shop.site}/qrs/labels`)).toMatchObject([{ brand: null }, { brand: null }]);
    await save({ name: null });
    const brand = { name: 'Café branded', showsProduct: true };
    expect(await shop.owner.must('GET', `${shop.site}/qrs/labels`)).toMatchObject([{ brand }, { brand }]);
    expect(await shop.distributor.must('GET', '/api/distributors/me/qrs/labels')).toMatchObject([{ brand }]);
  });

  it('is on both links as soon as it is saved, beside the product on Free', async () => {
    const logo = await upload(shop, 9);
    const { status, body } = await save({ logo });
    expect(status).toBe(200);
    // Corrected, because it has too little contrast.
    const contrast = { light: { chosen: 1.4, used: 4.53 }, dark: { chosen: 6.69, used: 6.69 } };
    expect(body.colour).toEqual({ chosen: '#ffcc00', light: '#856a00', dark: '#ffcc00', contrast });
    expect(await shop.owner.must('GET', `${shop.site}/brand`)).toEqual(body);
    const shown = {
      ...{ name: 'Luna', logoUrl: `/api/pictures/${logo}`, colour: { light: '#856a00', dark: '#ffcc00' } },
      showsProduct: true,
      ...NO_LEGAL_LINKS,
    };
    expect((await offer()).brand).toEqual(shown);
    expect((await offer('distributor')).brand).toEqual(shown);
  });
});

describe('a brand is refused', () => {
  const issues = async (change: object) => {
    const { status, body } = await save(change);
    return [status, ...(body.issues ?? []).map(({ path, code }: Record<string, string>) => `${path} ${code}`)];
  };

  it.each<readonly [string, object, string]>([
    ['whose colour is code', { colour: '#fff;}body{display:none' }, 'colour NOT_A_COLOUR'],
    ['without a name in its name', { name: '   ' }, 'name NAME_REQUIRED'],
    ['with a long name', { name: 'x'.repeat(41) }, 'name TOO_LONG'],
    ['with an unknown picture', { logo: 'f'.repeat(64) }, 'logo UNKNOWN_PICTURE'],
    ['with a legal page that is a script', { terms: 'javascript:alert(1)//https://a.example' }, 'terms NOT_HTTPS'],
    ['with a legal page that is not encrypted', { imprint: 'http://luna.example' }, 'imprint NOT_HTTPS'],
  ])('%s', async (_, change, issue) => {
    expect(await issues(change)).toEqual([400, issue]);
  });

  it('with a picture of another business', async () => {
    const other = await openBusiness(composed.app, 'other');
    const logo = await upload(other, 10);
    expect(await issues({ logo })).toEqual([400, 'logo UNKNOWN_PICTURE']);
    expect((await save({ logo }, other)).status).toBe(200);
  });
});

describe('white label', () => {
  it.each([null, 'pro'] as const)('is refused on the plan of %s', async (plan) => {
    const cheap = await openBusiness(composed.app, `cheap-${plan}`, plan);
    const { status, body } = await save({ whiteLabel: true }, cheap);
    expect([status, body.code, body.values.kind]).toEqual([402, 'PLAN_LIMIT_REACHED', 'whiteLabel']);
    expect((await offer('customer', cheap)).brand).toBeNull();
  });

  it('hides the product on Ultra; without the plan the product is back, and with it again gone', async () => {
    const large = await openBusiness(composed.app, 'large', 'ultra');
    const { body } = await save({ whiteLabel: true }, large);
    expect([body.whiteLabel, body.showsProduct]).toEqual([true, false]);
    const shows = async () => (await offer('customer', large)).brand.showsProduct;
    expect(await shows()).toBe(false);

    await large.owner.must('POST', '/api/cancel-subscription');
    expect(await shows()).toBe(true);
    expect((await save({ whiteLabel: true, name: 'Sol' }, large)).body).toMatchObject({
      ...{ name: 'Sol', whiteLabel: true, showsProduct: true },
    });
    await subscribe(large.owner, 'ultra');
    expect(await shows()).toBe(false);
  });
});

it('docs/how-to/white-label.md leads to a site with a logo, a corrected colour and without the product', async () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/how-to/white-label.md'), 'utf8');
  const script = [...page.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block]) => block).join('');
  const env = { ...process.env, PERKTREE: await composed.app.listen({ port: 0, host: '127.0.0.1' }) };
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], { env });
  for (const part of ['"chosen":"#ffcc00"', '"light":"#856a00"', '"showsProduct":false'])
    expect(stdout).toContain(part);
  expect(stdout).toMatch(/"logoUrl":"\/api\/pictures\/[0-9a-f]{64}"/);
  const named = [...page.matchAll(/PICTURE_[A-Z_]+/g)].map(([code]) => code);
  expect(named.length).toBeGreaterThan(5);
  for (const code of named) expect(Object.keys(ISSUES)).toContain(code);
});
