import { qrAnswer, treeAnswer } from '@perktree/contracts/qr/answers';
import { OWN_QR_SORTS } from '@perktree/contracts/qr/list-calls';
import { DEFAULT_SITE_CONFIGURATION } from '@perktree/contracts/site/configuration';
import { toDataURL } from 'qrcode';
import { afterAll, describe, expect, it } from 'vitest';
import { NOW, seed, uuid } from '../testing/read-models.ts';
import { startRig } from '../testing/rig.ts';

const at = (hour: number) => `2026-03-01T${String(hour).padStart(2, '0')}:00:00.000Z`;
/** root (dora) ─ child ─ grandchild (emil); root ─ sister; and a root of another tenant. */
const rig = await startRig();
const configuration = { ...DEFAULT_SITE_CONFIGURATION, distributorCanGenerateChildQrs: false };
await seed(
  rig.pool,
  'sites',
  {},
  { site_id: uuid('other'), tenant_id: uuid('rival tenant'), configuration: JSON.stringify(configuration) },
);
const qr = (name: string, parent: string | null, depth: number, commission_bp: number, hour: number) => ({
  qr_id: uuid(name),
  name,
  root_qr_id: uuid('root'),
  parent_qr_id: parent && uuid(parent),
  depth,
  commission_bp,
  created_at: at(hour),
  made_order: BigInt(hour),
  customer_token: `c-${name}`,
  distributor_token: `d-${name}`,
});
await seed(
  rig.pool,
  'qrs',
  { ...qr('root', null, 0, 1000, 1), owner_id: 'dora', renewal_policy: 'auto_reissue_on_expire' },
  { ...qr('child', 'root', 1, 425, 2), period_redemptions: 3, total_redemptions: 8, total_scans: 40 },
  { ...qr('grandchild', 'child', 2, 100, 3), owner_id: 'emil', expires_at: NOW },
  qr('sister', 'root', 1, 200, 4),
  {
    ...qr('foreign', null, 0, 500, 5),
    site_id: uuid('other'),
    tenant_id: uuid('rival tenant'),
    root_qr_id: uuid('foreign'),
    owner_id: 'emil',
  },
);
afterAll(() => rig.close());

const site = (path: string) => `/api/sites/${uuid('site')}${path}`;
type Named = { name: string };
const names = (list: readonly Named[]) => list.map(({ name }) => name);

it('GET /api/sites/:siteId/qrs answers all QRs flat, newest first, with what the children leave of the percent', async () => {
  const list = (await rig.get(site('/qrs'), 'owner')).json();
  expect(names(list)).toEqual(['sister', 'grandchild', 'child', 'root']);
  for (const each of list) qrAnswer.parse(each);
  expect(list[3]).toMatchObject({
    commissionPercent: '10.00',
    availableCommission: 3.75,
    parentQrId: null,
    isClaimed: true,
    internalName: 'till 3',
    benefitDisplay: '20% Discount',
  });
  expect(list[2]).toMatchObject({ availableCommission: 3.25, isMaxedOut: true, isExpired: false, totalScans: 40 });
  expect(list[2]).toMatchObject({ periodRedemptions: 3, renewalPolicy: 'auto_reissue_on_expire' });
  expect(list[1]).toMatchObject({ isExpired: true, isMaxedOut: false, depth: 2 });
});

describe('GET /api/distributors/me/qrs', () => {
  it('answers what I claimed and everything below it, roots first, without internal names', async () => {
    const list = (await rig.get('/api/distributors/me/qrs', 'dora')).json();
    expect(names(list)).toEqual(['root', 'sister', 'child', 'grandchild']);
    expect(list[1]).toMatchObject({ parentQrId: uuid('root'), internalName: null });
    expect(names((await rig.get('/api/distributors/me/qrs', 'emil')).json())).toEqual(['foreign', 'grandchild']);
    expect((await rig.get('/api/distributors/me/qrs', 'owner')).statusCode).toBe(403);
  });

  it('answers every order that it takes, with and without trees', async () => {
    for (const sort of OWN_QR_SORTS) {
      for (const more of ['', '&levels=2']) {
        const answer = await rig.get(`/api/distributors/me/qrs?sort=${sort}${more}`, 'dora');
        expect([sort, answer.statusCode, answer.json().length]).toEqual([sort, 200, 4]);
      }
    }
    const byDepth = await rig.get('/api/distributors/me/qrs?sort=depth&levels=2', 'dora');
    expect(names(byDepth.json())).toEqual(['root', 'sister', 'child', 'grandchild']);
    const { items } = await rig.pages<Named>('/api/distributors/me/qrs', 'dora', 1);
    expect(names(items)).toEqual(['root', 'sister', 'child', 'grandchild']);
  });

  it('shows what the site permits a distributor to do', async () => {
    const config = (name: string, as: string) => rig.get(`/api/distributors/me/qrs/${uuid(name)}/site-config`, as);
    const commissionRule = { version: 1, settings: {} };
    const allowed = { canSplit: true, canCreateTopLevel: true, isBlocked: false, commissionRule };
    const plan = { allowsSplit: false, hasRoomInTree: true, hasRoomForTopLevel: true };
    expect((await config('child', 'dora')).json()).toEqual({ siteId: uuid('site'), ...allowed, plan });
    expect((await config('foreign', 'emil')).json()).toMatchObject({ siteId: uuid('other'), canSplit: false });
    expect((await config('foreign', 'dora')).statusCode).toBe(404);
  });
});

describe('a tree', () => {
  it('is the whole subtree, nested', async () => {
    const tree = treeAnswer.parse((await rig.get(site(`/qrs/${uuid('root')}/tree`), 'owner')).json());
    expect(tree.availableCommission).toBe(3.75);
    expect(tree.qr.name).toBe('root');
    expect(names(tree.children)).toEqual(['child', 'sister']);
    expect(names(tree.children[0]?.children ?? [])).toEqual(['grandchild']);
  });

  it('shows distributors their own QRs and the descendants, on both paths', async () => {
    const tree = (name: string, as: string) => rig.get(site(`/qrs/${uuid(name)}/tree`), as);
    const own = (name: string, as: string) => rig.get(`/api/distributors/me/qrs/${uuid(name)}/tree`, as);
    expect((await tree('child', 'dora')).json()).toMatchObject({ qr: { name: 'child', internalName: null } });
    expect((await own('child', 'dora')).statusCode).toBe(200);
    expect((await own('grandchild', 'emil')).statusCode).toBe(200);
    for (const answer of [await tree('child', 'emil'), await own('root', 'emil'), await own('foreign', 'dora')]) {
      expect(answer.statusCode).toBe(404);
      expect(answer.json().code).toBe('QR_NOT_FOUND');
    }
  });
});

it('the QR code of a QR has both links and a PNG of the customer link, 400 px wide, error correction M, margin 1', async () => {
  const answer = (await rig.get(site(`/qrs/${uuid('child')}/qrcode`), 'dora')).json();
  expect(answer).toMatchObject({
    qrUrl: 'https://perktree.example/scan/customer/c-child',
    customerUrl: 'https://perktree.example/scan/customer/c-child',
    distributorUrl: 'https://perktree.example/scan/distributor/d-child',
    qrName: 'child',
    benefitDisplay: '20% Discount',
  });
  const asSpecified = { type: 'image/png', errorCorrectionLevel: 'M', width: 400, margin: 1 } as const;
  expect(answer.qrCodeImage).toBe(await toDataURL(answer.customerUrl, asSpecified));
  expect((await rig.get(site(`/qrs/${uuid('child')}/qrcode`), 'emil')).statusCode).toBe(404);
});
