import { afterAll, expect, it, vi } from 'vitest';
import { seed, uuid } from '../testing/read-models.ts';
import { type Rig, startRig } from '../testing/rig.ts';

/** Requests of one customer at once, and how many of them are read at once. */
const [MANY, AT_ONCE] = [60, 20];
let release = () => {};
/** Trees whose statements are held. */
let held = 0;

/** Holds the statements that read descendants of the QR `held`. */
function holding(pool: Rig['pool']): Rig['pool'] {
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const query = pool.query.bind(pool) as (question: { values?: unknown[][] }) => Promise<unknown>;
  const holdingQuery = async (question: { name?: string; values?: unknown[][] }) => {
    const [roots = []] = question.values ?? [];
    if (question.name === 'select-descendants' && roots.includes(uuid('held'))) {
      held += roots.length;
      await gate;
    }
    return query(question);
  };
  return Object.assign(pool, { query: holdingQuery });
}

const rig = await startRig({ readWith: holding });
const other = { site_id: uuid('other'), tenant_id: uuid('rival tenant') };
const root = (name: string) => ({ qr_id: uuid(name), root_qr_id: uuid(name) });
await seed(rig.pool, 'sites', {}, other);
await seed(rig.pool, 'qrs', root('held'), { ...root('free'), ...other });
afterAll(() => rig.close());

it('many trees of one customer at once do not hold up those of another', async () => {
  const tree = (site: string, qr: string, as: string) => rig.get(`/api/sites/${uuid(site)}/qrs/${uuid(qr)}/tree`, as);
  const flood = Array.from({ length: MANY }, () => tree('site', 'held', 'owner'));
  await vi.waitUntil(() => held >= AT_ONCE, { timeout: 60_000 });
  expect((await tree('other', 'free', 'rival')).statusCode).toBe(200);
  release();
  for (const { statusCode } of await Promise.all(flood)) expect(statusCode).toBe(200);
});
