import type { Session } from '@perktree/platform/http/session';
import type { Pool } from 'pg';
import { expect, it } from 'vitest';
import type { PositionFeed } from '../position-feed.ts';
import { LiveHub } from './hub.ts';
import { LiveStream } from './stream.ts';

const OWNER: Session = {
  ...{ sessionId: 'session', userId: 'owner', role: 'site_owner', allRoles: ['site_owner'] },
  tenantId: '0198c0de-0000-4000-8000-000000000001',
};
/** So far apart that the message says that everything may have changed, without a query. */
const [BEFORE, AFTER] = [100n, 20_100n];

it('sends a change that comes while the first stream waits for the position', async () => {
  let changed: (position: bigint) => void = () => {};
  const feed = {
    follow(onPosition: typeof changed) {
      changed = onPosition;
      return () => {};
    },
    // Read just before the change, answered after it.
    async current() {
      changed(AFTER);
      await new Promise((resolve) => setTimeout(resolve, 50));
      return BEFORE;
    },
  } as unknown as PositionFeed;
  const pool = { query: async () => ({ rows: [] }) } as unknown as Pool;
  const hub = new LiveHub(pool, feed, { info() {}, warn() {} });
  const stream = new LiveStream(OWNER);
  const sent: string[] = [];
  stream.body.on('data', (text) => sent.push(String(text)));
  await hub.add(stream, BEFORE);
  await expect.poll(() => sent.join('')).toContain(`event: invalidate\nid: ${AFTER}`);
  hub.close();
});
