import type { TreeAsOfNode } from '@perktree/contracts/audit/calls';
import { PROJECTIONS_TABLE, type ReadModelRow } from '@perktree/contracts/catalogue/read-models';
import { fromBasisPoints } from '@perktree/contracts/kernel/percent';
import { useTestPool } from '@perktree/platform/postgres/testing/test-pool';
import { projections } from '@perktree/projector/catalogue';
import { projectorLag } from '@perktree/projector/engine/live/lag';
import type { ProjectedEvent } from '@perktree/projector/engine/live/projection';
import { physicalName, qualified } from '@perktree/projector/engine/tables/read-model-table';
import { qrs } from '@perktree/projector/qr/qrs/projection';
import { startProductProcessor } from '@perktree/projector/service';
import { readModelsTemplate } from '@perktree/projector/testing/database';
import {
  awaited,
  confirmed,
  inTree,
  recorded,
  redeemed,
  reversed,
  rootCreated,
  SITE,
  scanned,
  siteCreated,
  terms,
} from '@perktree/projector/testing/events';
import { project } from '@perktree/projector/testing/harness';
import { describe, expect, it } from 'vitest';
import type { AuditServiceDeps } from '../deps.ts';
import { asStored, storeOf } from '../testing/honest-history.ts';
import { smallHistory } from '../testing/small-history.ts';
import { cutOf, nestedTrees } from './routes.ts';
import { siteAsOf } from './site-as-of.ts';

const LATER = '2027-01-01T00:00:00.000Z';
const silent = { info() {}, warn() {}, error() {} };
const database = await useTestPool(readModelsTemplate);

/** Asks for trees of a history whose read models are up to date. */
async function withHistory(
  events: readonly ProjectedEvent[],
  use: (asOf: (asked?: string) => Promise<readonly TreeAsOfNode[]>) => Promise<void>,
): Promise<void> {
  const { pool } = database;
  const tables = projections.map(({ table, version }) => qualified(physicalName(table, version)));
  await pool.query(`TRUNCATE ${tables.join(', ')}`);
  await pool.query(`UPDATE ${PROJECTIONS_TABLE} SET position = 0`);
  const store = storeOf(events);
  const processor = startProductProcessor({ store, pool, logger: silent });
  await expect.poll(async () => (await projectorLag({ store, pool })).behind).toBe(0n);
  await processor.stop();
  const deps: Pick<AuditServiceDeps, 'pool' | 'store' | 'clock'> = { pool, store, clock: () => new Date(LATER) };
  await use(async (asked) => {
    const at = { siteId: SITE.siteId, ...(await cutOf(deps, asked)) };
    return nestedTrees(await siteAsOf(deps, at), new Map(), 'EUR');
  });
}

const flat = (trees: readonly TreeAsOfNode[]): readonly TreeAsOfNode[] =>
  trees.flatMap((tree) => [tree, ...flat(tree.children)]);

/** What both know of a QR, in the terms of the answer. */
const fromTree = (trees: readonly TreeAsOfNode[]) =>
  flat(trees)
    .map((qr) => ({
      ...{ id: qr.qrId, name: qr.name, depth: qr.depth, percent: qr.commissionPercent, owner: qr.owner?.id ?? null },
      ...{ active: qr.isActive, period: qr.issuePeriod, expires: Date.parse(qr.expiresAtUtc) },
      ...{ scans: qr.totalScans, redemptions: qr.totalRedemptions, inPeriod: qr.periodRedemptions },
      created: Date.parse(qr.createdAt),
    }))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));
const fromReadModel = (events: readonly ProjectedEvent[]) =>
  [...project(qrs, events).values()]
    .map(({ row }) => row as ReadModelRow<'qrs'>)
    .map((row) => ({
      ...{ id: row.qr_id, name: row.name, depth: row.depth, percent: fromBasisPoints(row.commission_bp) },
      ...{ owner: row.owner_id, active: row.is_active, period: row.period, expires: Date.parse(row.expires_at) },
      ...{ scans: row.total_scans, redemptions: row.total_redemptions, inPeriod: row.period_redemptions },
      created: Date.parse(row.created_at),
    }))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));

describe('the trees of a site as they were', () => {
  it('are what the read model had come to, at any event, any moment and now', () => {
    const at = (day: number) => ({ at: `2026-04-0${day}T12:00:00.000Z` });
    const [root, child] = [inTree('root'), inTree('root', 'child')];
    const period = { period: 2, startsAt: '2026-04-01T12:00:00.000Z', expiresAt: '2026-04-09T12:00:00.000Z' };
    const events = asStored(
      recorded([
        ...smallHistory(),
        { type: 'QrReissued', data: { ...child, ...period, trigger: 'by_hand' }, ...at(1) },
        { type: 'QrEdited', data: { ...child, terms: terms({ name: 'New', commissionPercent: '3.00' }) }, ...at(2) },
        { ...scanned('s2', 'child', { ...child, period: 2 }), ...at(3) },
        { ...redeemed('r2', 'child', { ...child, period: 2, scanId: scanned('s2', '').data.scanId }), ...at(4) },
        { type: 'QrDeactivated', data: root, ...at(5) },
        { ...reversed('r2', 'child', { ...child, period: 2 }), ...at(6) },
      ]),
    );
    return withHistory(events, async (asOf) => {
      for (const asked of [undefined, LATER]) expect(fromTree(await asOf(asked))).toEqual(fromReadModel(events));
      for (const { position, metadata } of events) {
        const [before, until] = [events.filter((e) => e.position <= position), metadata.recordedAt];
        expect(fromTree(await asOf(`${position}`)), `${position}`).toEqual(fromReadModel(before));
        const then = events.filter((event) => event.metadata.recordedAt <= until);
        expect(fromTree(await asOf(until)), until).toEqual(fromReadModel(then));
      }
    });
  });

  it('tell apart scans of one instant by their events, also where they were redeemed later', () =>
    withHistory(asStored(recorded(smallHistory())), async (asOf) => {
      const scansAt = async (position: string) => flat(await asOf(position)).map(({ totalScans }) => totalScans);
      expect(await scansAt('7')).toEqual([0, 0, 0]);
      expect(await scansAt('8')).toEqual([0, 0, 1]);
    }));

  it('count a redemption from when the customer redeemed, although staff confirmed it later', () => {
    const at = (time: string) => `2026-03-01T${time}:00.000Z`;
    const events = recorded([
      { ...siteCreated(), at: at('10:00') },
      { ...rootCreated('root'), at: at('11:00') },
      { ...awaited('r1', 'root'), at: at('12:00') },
      { ...awaited('r2', 'root'), at: at('12:00') },
      { ...confirmed('r1', 'root'), at: at('18:00') },
      { ...confirmed('r2', 'root'), at: at('18:00') },
    ]);
    return withHistory(asStored(events), async (asOf) => {
      const redeemedAt = async (asked: string) =>
        flat(await asOf(asked)).map(({ totalRedemptions, periodRedemptions }) => [totalRedemptions, periodRedemptions]);
      expect(await redeemedAt('2')).toEqual([[0, 0]]);
      expect(await redeemedAt('3')).toEqual([[1, 1]]);
      expect(await redeemedAt('4')).toEqual([[2, 2]]);
      expect(await redeemedAt(at('15:00'))).toEqual([[2, 2]]);
      expect(await redeemedAt('5')).toEqual([[2, 2]]);
      expect(await redeemedAt(at('18:00'))).toEqual([[2, 2]]);
    });
  });

  it('show owners, percents and what is left of them', () =>
    withHistory(asStored(recorded(smallHistory())), async (asOf) => {
      const owners = async (position: string) =>
        flat(await asOf(position)).map(({ owner, availableCommission }) => [owner?.id ?? null, availableCommission]);
      expect(await owners('2')).toEqual([[null, 10]]);
      expect(await owners('5')).toEqual([
        ['ana', 6],
        [null, 3],
        [null, 1],
      ]);
      expect(await owners('11')).toEqual([
        ['ana', 6],
        ['dora', 3],
        ['cem', 1],
      ]);
    }));
});
