import { RevisionConflict } from '@perktree/event-store/port';
import { createApp } from '@perktree/platform/http/app';
import type { ProjectorLag } from '@perktree/projector/engine/live/lag';
import { MemoryStore } from '@perktree/projector/testing/memory-store';
import { describe, expect, it } from 'vitest';
import { createMetrics } from './metrics.ts';

const silent = { level: 'silent', warn() {}, debug() {} };
const sampleOf = (text: string, sample: string) =>
  text
    .split('\n')
    .find((line) => line.startsWith(`${sample} `))
    ?.slice(sample.length + 1);

async function read(lagNow: () => Promise<ProjectorLag>, metrics = createMetrics(silent)): Promise<string> {
  const app = createApp({ logger: false, publicOrigin: null });
  metrics.mount(app, lagNow);
  const { body, statusCode } = await app.inject('/metrics');
  await app.close();
  expect(statusCode).toBe(200);
  return body;
}

describe('the numbers of the product', () => {
  it('say which build it is, how it is, and how far the read models are', async () => {
    const text = await read(async () => ({
      ...{ head: 12n, reached: 9n, behind: 3n, seconds: 42 },
      failed: [{ name: 'qrs', eventId: null, error: null }],
      paused: ['sites', 'earnings'],
    }));
    expect(sampleOf(text, 'perktree_event_store_head_position')).toBe('12');
    expect(sampleOf(text, 'perktree_projector_lag_events')).toBe('3');
    expect(sampleOf(text, 'perktree_projector_lag_seconds')).toBe('42');
    expect(sampleOf(text, 'perktree_projector_failed_read_models')).toBe('1');
    expect(sampleOf(text, 'perktree_projector_paused_read_models')).toBe('2');
    expect(sampleOf(text, 'perktree_stores_reachable')).toBe('1');
    expect(text).toMatch(/^perktree_build_info\{version="\d+\.\d+\.\d+",node="v\d+\.\d+\.\d+"\} 1$/m);
    expect(Number(sampleOf(text, 'perktree_process_memory_bytes{kind="rss"}'))).toBeGreaterThan(1e6);
    expect(Number(sampleOf(text, 'perktree_event_loop_delay_seconds{statistic="p99"}'))).toBeGreaterThanOrEqual(0);
  });

  it('say that the stores cannot be reached', async () => {
    const text = await read(async () => {
      throw new Error('gone');
    });
    expect(sampleOf(text, 'perktree_stores_reachable')).toBe('0');
    expect(text).not.toContain('perktree_projector_lag_events');
  });

  it('count and time appends by their outcome, and hand on what the store says', async () => {
    const metrics = createMetrics(silent);
    const conflict = new RevisionConflict('site-1', 0, 1);
    const inner = Object.assign(new MemoryStore(), {
      append: async (_: string, expected: number) => {
        if (expected === 0) throw conflict;
        return { revision: 2, position: 7n };
      },
    });
    const store = metrics.measured(inner);
    const event = { eventId: 'e', type: 'T', data: {}, metadata: {} };
    expect(await store.append('site-1', -1, [event, event])).toEqual({ revision: 2, position: 7n });
    await expect(store.append('site-1', 0, [event])).rejects.toBe(conflict);
    for (let batch = 0; batch < 3; batch += 1) metrics.onBatch();
    const text = await read(
      async () => ({ head: 0n, reached: 0n, behind: 0n, seconds: 0, failed: [], paused: [] }),
      metrics,
    );
    expect(sampleOf(text, 'perktree_event_store_append_batches_total')).toBe('3');
    expect(sampleOf(text, 'perktree_event_store_appends_total{outcome="appended"}')).toBe('1');
    expect(sampleOf(text, 'perktree_event_store_appends_total{outcome="RevisionConflict"}')).toBe('1');
    expect(sampleOf(text, 'perktree_event_store_appended_events_total')).toBe('2');
    expect(sampleOf(text, 'perktree_event_store_append_duration_seconds_count{outcome="appended"}')).toBe('1');
  });
});
