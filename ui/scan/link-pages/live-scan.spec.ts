import type { MyScanAnswer } from '@perktree/contracts/scan/calls';
import { expect, it, vi } from 'vitest';

const scan = vi.hoisted(() => ({ isRedeemed: false }));
const live = vi.hoisted(() => ({ invalidate: (_: { position: string; keys: string[][] }) => {} }));
// biome-ignore lint/plugin: the page of a link starts by its imports
vi.mock('../../installed/install-worker.ts', () => ({ installWorker: () => () => {} }));
// biome-ignore lint/plugin: the page of a link starts by its imports
vi.mock('../../lib/live-stream.ts', () => ({
  openLiveStream: ({ onInvalidate }: { onInvalidate: typeof live.invalidate }) => {
    live.invalidate = onInvalidate;
    return () => {};
  },
}));
// biome-ignore lint/plugin: the page of a link starts by its imports
vi.mock('../../lib/public/public-calls.ts', () => ({
  publicCalls: {
    user: async () => ({ id: 'carla' }),
    userRole: async () => ({ role: 'customer' }),
    // No list: the newest page of one may not contain the scan any more.
    myScan: async (scanId: string) => ({ scanId, redemptionCode: null, ...scan }) as MyScanAnswer,
  },
}));

it('reads the scan after each change, and reports a redemption by staff', async () => {
  vi.stubGlobal('document', { readyState: 'complete' });
  const { watchScan } = await import('./live-scan.ts');
  const onRedeemed = vi.fn();
  watchScan('the scan', onRedeemed);
  live.invalidate({ position: '1', keys: [['/api', 'me', 'scans']] });
  await new Promise((done) => setImmediate(done));
  expect(onRedeemed).not.toHaveBeenCalled();
  scan.isRedeemed = true;
  live.invalidate({ position: '2', keys: [['/api', 'me', 'scans']] });
  await expect.poll(() => onRedeemed).toHaveBeenCalled();
  vi.unstubAllGlobals();
});
