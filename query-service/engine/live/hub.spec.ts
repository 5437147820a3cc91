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

const feedWith = (current: () => Promise<bigint>) => {
  const feed = {
    changed: (_: bigint) => {},
    follow(onPosition: (position: bigint) => void) {
      feed.changed = onPosition;
      return () => {};
    },
    current,
  };
  return feed;
};
/** A hub with one stream, and what it has sent. */
function hubOf(rows: number, feed: ReturnType<typeof feedWith>, timers = new ManualTimers()) {
  const hub = new LiveHub(poolOf(rows), feed as unknown as PositionFeed, { info() {}, warn() {} }, timers);
  const stream = new LiveStream(OWNER);
  const sent: string[] = [];
  stream.body.on('data', (text) => sent.push(String(text)));
  return { add: (after: bigint | null) => hub.add(stream, after), sent: () => sent.join(''), close: () => hub.close() };
}

it('sends a change that comes while the first stream waits for the position', async () => {
  const timers = new ManualTimers();
  // Read just before the change, answered after it.
  const feed = feedWith(async () => {
    feed.changed(AFTER);
    await timers.advance(50);
    return BEFORE;
  });
  const { add, sent, close } = hubOf(10_001, feed, timers);
  await add(BEFORE);
  await timers.advance(250);
  await expect.poll(sent).toContain(`event: invalidate\nid: ${AFTER}`);
  close();
});

it('sends many changes in four messages a second', async () => {
  const timers = new ManualTimers();
  const feed = feedWith(async () => 100n);
  const { add, sent, close } = hubOf(1, feed, timers);
  await add(null);
  for (let position = 101n; position <= 150n; position += 1n) {
    feed.changed(position);
    await timers.advance(20);
  }
  await timers.advance(250);
  const ids = [...sent().matchAll(/event: invalidate\nid: (\d+)/g)].map(([, id]) => id);
  // The first is of its page's load.
  expect(ids).toEqual(['100', '101', '113', '125', '138', '150']);
  close();
});

it.each([
  [10_000, '"dashboard"', '["/api"]'],
  [10_001, '["/api"]', '"dashboard"'],
])('names what %i changed rows concern, however far apart the positions are', async (rows, named, unnamed) => {
  const { add, sent, close } = hubOf(
    rows,
    feedWith(async () => AFTER),
  );
  await add(BEFORE);
  await expect.poll(sent).toContain(named);
  expect(sent()).not.toContain(unnamed);
  close();
});
