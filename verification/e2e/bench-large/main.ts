import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { DEMO_PASSWORD } from '@perktree/apps/standalone/demo/demo-business';
import { SITE_COLLECTOR, SMALL_OWNER } from '@perktree/apps/standalone/demo/fill-large';
import { writeFigures } from '@perktree/bench/document';
import { DESKTOP, launchBrowser, openWindow } from '../support/browser.ts';
import { removeData, startProduct } from '../support/product.ts';
import { measured, tableOf } from './goals.ts';
import { type LargeWorld, signedIn } from './large-world.ts';
import { measureLighthouse } from './measure-lighthouse.ts';
import { measureScreens } from './measure-screens.ts';
import { measureWork } from './measure-work.ts';

const MADE_BY = 'npm run bench -- large --write docs/reference/performance.md';
/** A busy machine takes minutes to fill the business. */
const FILL_TIMEOUT_MS = 15 * 60_000;
const ACCOUNTS: Readonly<Record<string, string>> = { small: SMALL_OWNER, collector: SITE_COLLECTOR };
const credentialsOf = (who: string) => ({
  email: ACCOUNTS[who] ?? `${who}@demo.perktree.test`,
  password: DEMO_PASSWORD,
});

/**
 * `npm run bench -- large [--write FILE]`: fills a large and a small business, and measures screens, changes, searches, reports and
 * labels of the large one, and their effect on the small one.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { write: { type: 'string' } } });
  const begunAt = Date.now();
  const log = (line: string) => console.log(`${((Date.now() - begunAt) / 1_000).toFixed(0)} s  ${line}`);
  const loadBefore = loadavg()[0] ?? 0;
  log('filling the large business');
  const product = await startProduct({ args: ['--demo', '--demo-large'], startTimeoutMs: FILL_TIMEOUT_MS });
  const filledMs = Date.now() - begunAt;
  log(`filled and ready in ${(filledMs / 1_000).toFixed(0)} s`);
  const browser = await launchBrowser([], { optimises: true });
  try {
    const world = await worldOf(browser, product.url, log);
    const rows = [
      measured('the large business, written', '≤ 60 s', filledMs <= 60_000, `${(filledMs / 1_000).toFixed(0)} s`),
      ...(await measureScreens(world)),
      ...(await measureWork(world, product.pid)),
      ...(await measureLighthouse({ landing: world.url, 'scan page': world.scanUrl, 'sign-in': `${world.url}/login` })),
    ];
    const conditions = [
      `${new Date().toISOString().slice(0, 10)}; ${cpus().length} cores (${cpus()[0]?.model}); load ${loadBefore.toFixed(1)} before and`,
      `${(loadavg()[0] ?? 0).toFixed(1)} after. Phone: 390 × 844, a processor 4 times slower. One run.`,
    ].join(' ');
    const report = `${conditions}\n\n${tableOf(rows)}`;
    console.log(`\n${report}`);
    if (values.write !== undefined) writeFigures(values.write, MADE_BY, report);
  } finally {
    await browser.close();
    await product.stop();
    removeData(product);
  }
}

async function worldOf(browser: LargeWorld['browser'], url: string, log: LargeWorld['log']): Promise<LargeWorld> {
  const contextOf = async (who: string) => (await signedIn({ browser, url, credentialsOf }, who)).request;
  const [owner, small, customer, staff] = await Promise.all(['owner', 'small', 'customer', 'staff'].map(contextOf));
  if (!owner || !small || !customer || !staff) throw new Error('an account is missing');
  const siteOf = async (who: typeof owner) => (await (await who.get('/api/me/sites')).json())[0].id as string;
  const siteId = await siteOf(owner);
  const create = await owner.post(`/api/sites/${siteId}/qrs`, {
    data: { name: 'Measured', type: 'DISCOUNT_PERCENT', discountPercent: 10 },
  });
  const { id } = await create.json();
  const { customerUrl } = await (await owner.get(`/api/sites/${siteId}/qrs/${id}/qrcode`)).json();
  const token = customerUrl.split('/').at(-1);
  const body = { data: { token } };
  const anyone = (await openWindow(browser, url, DESKTOP)).context.request;
  return {
    ...{ browser, url, scanUrl: customerUrl, siteId, smallSiteId: await siteOf(small), credentialsOf, log },
    scan: () => anyone.post('/api/scan', body),
    async redeem() {
      const { redemptionToken } = await (await customer.post('/api/scan', body)).json();
      const answer = await staff.post('/api/staff/redeem', { data: { token: redemptionToken } });
      const { success, message } = await answer.json();
      if (!success) throw new Error(`the measured redemption was refused: ${message}`);
    },
  };
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
