import type { Session } from '@perktree/platform/http/session';
import { ManualTimers } from '@perktree/platform/time/testing/manual-timers';
import type { Pool } from 'pg';
import { expect, it } from 'vitest';
import type { PositionFeed } from '../position-feed.ts';
import { LiveHub } from './hub.ts';
import { LiveStream } from './stream.ts';

const OWNER: Session = {
  ...{ sessionId: 'session', userId: 'owner', role: 'site_owner', allRoles: ['site_owner'] },
  tenantId: '0198c0de-0000-4000-8000-000000000001',
};
/** As far apart as a few events of EventStoreDB, whose positions are bytes. */
const [BEFORE, AFTER] = [100n, 20_100n];
/** Answers the number of changed rows, and then the changes. */
const poolOf = (changedRows: number) =>
  ({
    query: async ({ text }: { readonly text: string }) => ({
      rows: text.includes('count(*)')
        ? [{ rows: changedRows }]
        : [{ topic: 'scans', tenant_id: OWNER.tenantId, site_id: 'site', person_id: null, row_id: 'scan' }],
    }),
  }) as unknown as Pool;

it('sends a change that comes while the first stream waits for the position', async () => {
  const timers = new ManualTimers();
  let changed: (position: bigint) => void = () => {};
  const feed = {
    follow(onPosition: typeof changed) {
      changed = onPosition;
      return () => {};
    },
    // Read just before the change, answered after it.
    async current() {
      changed(AFTER);
      await timers.advance(50);
      return BEFORE;
    },
  } as unknown as PositionFeed;
  const hub = new LiveHub(poolOf(10_001), feed, { info() {}, warn() {} }, timers);
  const stream = new LiveStream(OWNER);
  const sent: string[] = [];
  stream.body.on('data', (text) => sent.push(String(text)));
  await hub.add(stream, BEFORE);
  await timers.advance(250);
  await expect.poll(() => sent.join('')).toContain(`event: invalidate\nid: ${AFTER}`);
  hub.close();
});

it('sends many changes in four messages a second', async () => {
  const timers = new ManualTimers();
  let changed: (position: bigint) => void = () => {};
  const feed = {
    follow(onPosition: typeof changed) {
      changed = onPosition;
      return () => {};
    },
    current: async () => 100n,
  } as unknown as PositionFeed;
  const hub = new LiveHub(poolOf(1), feed, { info() {}, warn() {} }, timers);
  const stream = new LiveStream(OWNER);
  const sent: string[] = [];
  stream.body.on('data', (text) => sent.push(String(text)));
  await hub.add(stream, null);
  for (let position = 101n; position <= 150n; position += 1n) {
    changed(position);
    await timers.advance(20);
  }
  await timers.advance(250);
  const ids = [...sent.join('').matchAll(/event: invalidate\nid: (\d+)/g)].map(([, id]) => id);
  // The first is of its page's load.
  expect(ids).toEqual(['100', '101', '113', '125', '138', '150']);
  hub.close();
});

it.each([
  [10_000, '"dashboard"', '["/api"]'],
  [10_001, '["/api"]', '"dashboard"'],
])('names what %i changed rows concern, however far apart the positions are', async (rows, named, unnamed) => {
  const feed = { follow: () => () => {}, current: async () => AFTER } as unknown as PositionFeed;
  const hub = new LiveHub(poolOf(rows), feed, { info() {}, warn() {} });
  const stream = new LiveStream(OWNER);
  const sent: string[] = [];
  stream.body.on('data', (text) => sent.push(String(text)));
  await hub.add(stream, BEFORE);
  await expect.poll(() => sent.join('')).toContain(named);
  expect(sent.join('')).not.toContain(unnamed);
  hub.close();
});
