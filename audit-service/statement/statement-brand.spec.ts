import { PDFDocument } from '@cantoo/pdf-lib';
import { brandColour, NO_BRAND, type SiteBrand } from '@perktree/contracts/brand/brand';
import { streams } from '@perktree/contracts/catalogue/events';
import { DEFAULT_SITE_CONFIGURATION } from '@perktree/contracts/site/configuration';
import { recorded, SITE, siteCreated, stored, uuid } from '@perktree/projector/testing/events';
import { MemoryStore } from '@perktree/projector/testing/memory-store';
import { describe, expect, it } from 'vitest';
import type { Statement } from './statement.ts';
import { statementBrand } from './statement-brand.ts';
import { statementPdf } from './statement-pdf.ts';

const [BEFORE, BRANDED, AFTER] = ['2026-03-01T13:00:00.000Z', '2026-03-02T00:00:00.000Z', '2026-03-03T00:00:00.000Z'];
/** One pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const LOGO = 'a'.repeat(64);
const luna: SiteBrand = { ...NO_BRAND, name: 'Luna', logo: LOGO, colour: brandColour('#ffcc00'), whiteLabel: true };
const branded = (brand: SiteBrand, at = BRANDED) => ({ type: 'SiteBranded', data: { ...SITE, brand }, at }) as const;
const { tenantId } = SITE;
const onUltra = {
  type: 'SubscriptionStarted',
  data: { tenantId, plan: 'ultra', reference: 'paid' },
  at: BRANDED,
} as const;
const ended = {
  type: 'SubscriptionEnded',
  data: { tenantId, reference: 'paid', redemptionsThisMonth: 0 },
  at: AFTER,
} as const;

type Event = Parameters<typeof recorded>[0][number];
const streamOf = ({ data }: Event) => ('siteId' in data ? streams.site(data.siteId) : streams.subscription(tenantId));
function look(events: readonly Event[], createdAt: string, totals: readonly { siteId: string }[] | null = null) {
  const store = new MemoryStore();
  const all = recorded([siteCreated(), ...events]);
  store.push(...all.map((event) => stored({ ...event, stream: streamOf(event.fact) })));
  const about =
    totals === null ? ({ kind: 'site', id: SITE.siteId } as const) : ({ kind: 'distributor', id: 'ana' } as const);
  const statement = { about, totals: totals ?? [], createdAt } as unknown as Statement;
  return statementBrand(store, statement, async (hash) => (hash === LOGO ? PNG : null));
}

const NONE = { name: null, logo: null, colour: null };

describe('the look of a statement', () => {
  it('is the brand of its site when it was made, whatever came later', async () => {
    const events = [branded(luna), branded({ ...NO_BRAND, name: 'Sol' }, AFTER)];
    expect(await look(events, BEFORE)).toEqual({ ...NONE, showsProduct: true });
    const then = { name: 'Luna', logo: PNG, colour: '#856a00', showsProduct: true };
    expect(await look(events, BRANDED)).toEqual(then);
    expect(await look(events, AFTER)).toMatchObject({ name: 'Sol', logo: null, colour: null });
  });

  it('hides the product with white label, as long as the plan allowed it then', async () => {
    const events = [branded(luna), onUltra, ended];
    expect(await look(events, BRANDED)).toMatchObject({ showsProduct: false });
    expect(await look(events, AFTER)).toMatchObject({ name: 'Luna', showsProduct: true });
    expect(await look([branded({ ...luna, whiteLabel: false }), onUltra], AFTER)).toMatchObject({ showsProduct: true });
  });

  it('has the name that the site had then, without a name of the brand', async () => {
    const configuration = DEFAULT_SITE_CONFIGURATION;
    const renamed = { type: 'SiteConfigured', data: { ...SITE, name: 'Bar', configuration }, at: AFTER } as const;
    const events = [branded({ ...luna, name: null }), renamed];
    expect(await look(events, BRANDED)).toMatchObject({ name: 'Café' });
    expect(await look(events, AFTER)).toMatchObject({ name: 'Bar' });
  });

  it('of several sites is no site’s, and names the product unless all of them hide it', async () => {
    const other = { ...SITE, siteId: uuid('other') };
    const two = [SITE, other];
    const alsoThere = { ...siteCreated(), data: { ...siteCreated().data, ...other } } satisfies Event;
    const events = [alsoThere, branded(luna), onUltra];
    expect(await look(events, BRANDED, two)).toEqual({ ...NONE, showsProduct: true });
    const both = [...events, { type: 'SiteBranded', data: { ...other, brand: luna }, at: BRANDED } as const];
    expect(await look(both, BRANDED, two)).toEqual({ ...NONE, showsProduct: false });
    expect(await look(both, BRANDED, [SITE])).toMatchObject({ name: 'Luna', showsProduct: false });
    expect(await look(both, BRANDED, [])).toEqual({ ...NONE, showsProduct: true });
  });
});

describe('the PDF of a statement', () => {
  const file = {
    ...{ format: 'perktree-statement', version: 7, about: { kind: 'site', id: SITE.siteId }, from: BEFORE, to: AFTER },
    ...{ createdAt: AFTER, until: null, predecessor: null, clocks: { boundSeconds: 300, moved: [] } },
    ...{ events: [], texts: [], totals: [], proof: [], seal: '', publicKey: '' },
    head: { events: 1, signedAt: AFTER, chain: 'c', root: 'r', parts: 'p', keyId: 'k', position: '1', signature: '' },
  } as unknown as Statement;
  const statement = { statement: file, entries: [], fingerprint: 'f' };
  const pdf = (brand?: Parameters<typeof statementPdf>[3]) => statementPdf(statement, new Map(), 'en', brand);

  it('names the product without a brand, and beside one', async () => {
    expect((await PDFDocument.load(await pdf())).getTitle()).toMatch(/^PerkTree: /);
    const brand = { name: 'Luna', logo: null, colour: null, showsProduct: true };
    expect((await PDFDocument.load(await pdf(brand))).getTitle()).toMatch(/^Luna · PerkTree: /);
  });

  it('with white label names the product nowhere, and shows the logo', async () => {
    const brand = { name: 'Luna', logo: PNG, colour: '#856a00', showsProduct: false };
    const loaded = await PDFDocument.load(await pdf(brand), { updateMetadata: false });
    expect(loaded.getTitle()).toMatch(/^Luna: /);
    const about = [
      loaded.getTitle(),
      loaded.getProducer(),
      loaded.getCreator(),
      loaded.getAuthor(),
      loaded.getSubject(),
    ];
    expect(about.join()).not.toMatch(/perktree/i);
    const kinds = loaded.context.enumerateIndirectObjects().map(([, object]) => String(object));
    expect(kinds.some((object) => object.includes('/Subtype /Image'))).toBe(true);
    expect(Buffer.from(await pdf(brand)).equals(Buffer.from(await pdf(brand)))).toBe(true);
  });
});
