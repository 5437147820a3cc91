import { commandServiceMigrations } from '@perktree/command-service/migrations';
import { allCalls } from '@perktree/contracts/catalogue/calls';
import type { Role } from '@perktree/contracts/kernel/envelope';
import type { Session } from '@perktree/platform/http/session';
import { projections } from '@perktree/projector/catalogue';
import { physicalName, qualified } from '@perktree/projector/engine/tables/read-model-table';
import { ensureReadModels } from '@perktree/projector/engine/tables/schema';
import { digestFigures } from '@perktree/query-service/dashboard/digest-figures';
import { sumActivity } from '@perktree/query-service/testing/read-models';
import { type Rig, session, startRig } from '@perktree/query-service/testing/rig';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fill, ID_FUNCTION, idsOf, LARGE, type Size, SMALL } from './large-customer.ts';
import { BUDGETED, EXEMPT, OWN_ROWS, type Person } from './requests.ts';
import { isCount, recorder, rowsRead } from './rows-read.ts';

const MAX_STATEMENTS = 4;
const MAX_BYTES = 256 * 1024;
/** Rows that may be read: for each returned or counted row, and for each call. */
const ROWS_PER_ROW = 5;
const ROWS_OF_A_CALL = 500;

const CUSTOMERS: Readonly<Record<string, Size>> = { large: LARGE, small: SMALL };

function peopleOf(name: string): Record<string, Session> {
  const ids = idsOf(name);
  const person = (as: Person, userId: string, role: Role, more: Partial<Session> = {}) =>
    [`${as} of ${name}`, session(userId, role, more)] as const;
  return Object.fromEntries([
    person('owner', `owner of ${name}`, 'site_owner', { tenantId: ids.tenant }),
    person('staff', ids.staff, 'staff'),
    person('claimer', ids.claimer, 'distributor'),
    person('distributor', ids.distributor, 'distributor'),
    person('customer', ids.customer, 'customer'),
    person('admin', 'admin', 'superadmin'),
  ]);
}

let rig: Rig;
let pool: Pool;
let statements: ReturnType<typeof recorder>;
beforeAll(async () => {
  rig = await startRig({
    people: { ...peopleOf('large'), ...peopleOf('small') },
    prepare: async (own) => {
      await ensureReadModels(own, projections);
      for (const { table, version } of projections) {
        await own.query(`ALTER TABLE ${qualified(physicalName(table, version))} ALTER COLUMN position SET DEFAULT 0`);
      }
      await own.query(`${ID_FUNCTION}; CREATE SCHEMA command_service`);
      const refusals = commandServiceMigrations.filter(({ name }) => name.endsWith('refusals'));
      for (const { up } of refusals) await own.query(up);
    },
    readWith: (_, writing) => {
      statements = recorder(writing);
      return statements.pool;
    },
  });
  pool = rig.pool;
  for (const [name, size] of Object.entries(CUSTOMERS)) await fill(pool, name, size);
  await sumActivity(pool);
  await pool.query('VACUUM ANALYZE');
});
afterAll(() => rig.close());

/** The cost of a request; count statements are summed separately. */
async function costOf(path: string, as: string) {
  statements.take();
  const answer = await rig.get(path, as);
  expect(answer.statusCode, `${path} as ${as}: ${answer.body.slice(0, 300)}`).toBe(200);
  const ran = statements.take().filter(({ text }) => /read_models\.(?!projections)|command_service/.test(text));
  const cost = { read: 0, returned: 0, readToCount: 0, counted: 0 };
  for (const statement of ran) {
    const read = await rowsRead(pool, statement);
    if (isCount(statement)) {
      cost.readToCount += read;
      cost.counted += Number(Object.values(statement.rows[0] ?? {})[0]);
    } else {
      cost.read += read;
      cost.returned += statement.rows.length;
    }
  }
  return { ...cost, statements: ran.length, bytes: answer.body.length, answer };
}

const budget = (rows: number) => ROWS_PER_ROW * rows + ROWS_OF_A_CALL;

function requestsOf(name: string) {
  const ids = idsOf(name);
  return Object.entries(BUDGETED).flatMap(([call, requests]) =>
    requests(ids).flatMap(([path, ...people]) =>
      people.map((as) => ({ call, as, path, size: CUSTOMERS[name] as Size })),
    ),
  );
}

describe.each(Object.keys(CUSTOMERS))('read calls of a %s customer beside the other', (name) => {
  it.each(requestsOf(name))('$call as $as: $path', async ({ call, as, path, size }) => {
    const cost = await costOf(path, `${as} of ${name}`);
    const own = OWN_ROWS[call]?.rows(as === 'admin' ? LARGE : size) ?? 0;
    expect(cost.read, 'rows read').toBeLessThanOrEqual(budget(Math.max(cost.returned, own)));
    expect(cost.readToCount, 'rows read to count').toBeLessThanOrEqual(budget(cost.counted));
    expect(cost.statements, 'statements').toBeLessThanOrEqual(MAX_STATEMENTS);
    expect(cost.bytes, 'bytes').toBeLessThanOrEqual(MAX_BYTES);

    const cursor = cost.answer.headers['x-next-cursor'];
    if (cursor === undefined) return;
    const next = await costOf(`${path}${path.includes('?') ? '&' : '?'}cursor=${cursor}`, `${as} of ${name}`);
    expect(next.read, 'rows read for the next page').toBeLessThanOrEqual(budget(Math.max(next.returned, own)));
  });

  it.each(requestsOf(name).filter(({ call, path }) => 'q' in queryOf(call) && !path.includes('?')))(
    '$call as $as, searched, filtered and sorted, reads no more than the list',
    async ({ call, as, path, size }) => {
      const whole = await costOf(path, `${as} of ${name}`);
      const total = Number(whole.answer.headers['x-total-count']);
      const own = OWN_ROWS[call]?.rows(as === 'admin' ? LARGE : size) ?? 0;
      for (const more of ['q=zzz', ...variantsOf(call)]) {
        const cost = await costOf(`${path}?limit=20&${more}`, `${as} of ${name}`);
        // The page, its count and the searched names may each read the list once, with the rows that it refers to.
        expect(cost.read + cost.readToCount, more).toBeLessThanOrEqual(budget(Math.max(total, own)) * 2);
        expect(cost.statements, `statements, ${more}`).toBeLessThanOrEqual(MAX_STATEMENTS);
      }
    },
  );
});

it.each([
  ['owner', (ids: ReturnType<typeof idsOf>) => `/api/sites/${ids.site}/qrs`],
  ['owner', () => '/api/me/sites'],
  ['admin', () => '/api/me/sites'],
] as const)('reads a later page by name from an index: %s', async (as, pathOf) => {
  const path = `${pathOf(idsOf('large'))}?sort=name&limit=20`;
  const { answer } = await costOf(path, `${as} of large`);
  const next = await costOf(`${path}&cursor=${answer.headers['x-next-cursor']}`, `${as} of large`);
  expect(next.read).toBeLessThanOrEqual(ROWS_PER_ROW * 21);
});

type Options = { readonly shape?: Readonly<Record<string, unknown>> };
const queryOf = (call: string) =>
  ((allCalls as unknown as Record<string, { query?: Options }>)[call]?.query?.shape ?? {}) as Record<string, unknown>;

/** A query for each filter and each order of a list. */
function variantsOf(call: string): readonly string[] {
  const query = queryOf(call) as Record<string, { unwrap(): { readonly options: readonly string[] } } | undefined>;
  return (['show', 'sort'] as const).flatMap((name) =>
    (query[name]?.unwrap().options ?? []).map((option) => `${name}=${option}`),
  );
}

it('has a budget or a reason for every read call', () => {
  const reads = Object.entries(allCalls).filter(([, { method }]) => method === 'GET');
  const known = [...Object.keys(BUDGETED), ...Object.values(EXEMPT).flat()];
  expect(known.toSorted()).toEqual(reads.map(([name]) => name).toSorted());
});

it('reads the week alone for the digest of a large customer', async () => {
  const [week, { tenant }] = [{ from: '2026-03-02', to: '2026-03-08' }, idsOf('large')];
  await pool.query(
    `UPDATE read_models.redemptions SET confirmed_at = redeemed_at WHERE tenant_id = $1 AND redemption_id > $2`,
    [tenant, '80000000-0000-0000-0000-000000000000'],
  );
  await pool.query('VACUUM ANALYZE');
  statements.take();
  const owner = { userId: 'owner of large', tenantId: tenant, isDistributor: false };
  const figures = await digestFigures(statements.pool, owner, week, new Date('2026-03-09T08:00:00.000Z'));
  const sites = figures === 'not_over' ? [] : (figures?.business?.sites ?? []);
  const sales = sites.reduce((sum, site) => sum + site.redemptions, 0);
  const costs = await Promise.all(statements.take().map((statement) => rowsRead(pool, statement)));
  expect(sales).toBeGreaterThan(100);
  expect(costs.reduce((sum, cost) => sum + cost, 0)).toBeLessThan(LARGE.redemptions / 2);
});
