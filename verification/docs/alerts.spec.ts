import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createMetrics } from '@perktree/apps/parts/metrics';
import { STANDING_STATES } from '@perktree/apps/parts/standing-work';
import { createApp } from '@perktree/platform/http/app';
import { ManualTimers } from '@perktree/platform/time/testing/manual-timers';
import { describe, expect, it } from 'vitest';

const DASHBOARDS = join(import.meta.dirname, '../../deploy/dashboards');
const promtool = (args: readonly string[], input = '') => spawnSync('promtool', args, { encoding: 'utf8', input });
const missing = promtool(['--version']).status === 0 ? '' : ' (skipped: no promtool; apt-get install prometheus)';

describe('every state in which work stands still', () => {
  const fileOf = (path: string) => readFileSync(join(import.meta.dirname, '../..', path), 'utf8');
  const [rules, tests, howTo] = [
    fileOf('deploy/dashboards/alerts.yml'),
    fileOf('deploy/dashboards/alerts.test.yml'),
    fileOf('docs/how-to/operate.md'),
  ];
  const expressions = new Map(
    [...rules.matchAll(/- alert: (\w+)\n\s+expr: (.+)/g)].map(([, alert = '', expression = '']) => [alert, expression]),
  );

  it.each(STANDING_STATES)('has a metric and an alert: $state', ({ metric, alert }) => {
    expect(fileOf('docs/reference/metrics.md')).toContain(`| \`${metric}\` |`);
    expect(expressions.get(alert)).toContain(metric);
    expect(howTo).toContain(`| \`${alert}\` |`);
  });

  it('has an alert that is tested', () => {
    const untested = STANDING_STATES.filter(({ alert }) => !tests.includes(`alertname: ${alert}\n`));
    // Their expressions are those of tested ones.
    expect(untested.map(({ alert }) => alert)).toEqual(['PerkTreeDeadJobs', 'PerkTreeFilesLate']);
  });
});

describe.skipIf(missing !== '')(`Prometheus${missing}`, () => {
  it('fires alerts when it should and not before', () => {
    const { status, stdout, stderr } = promtool(['test', 'rules', join(DASHBOARDS, 'alerts.test.yml')]);
    expect({ status, output: status === 0 ? '' : stdout + stderr }).toEqual({ status: 0, output: '' });
  });

  it('accepts the metrics', async () => {
    const timers = new ManualTimers();
    const due = timers.now() - 90_000;
    const metrics = createMetrics({ level: 'silent', warn() {}, debug() {} }, timers);
    metrics.watchQueue({
      read: async () => ({
        engine: 'redis',
        isFull: true,
        counts: { waiting: 0, active: 0, delayed: 1, completed: 0, failed: 0 },
        failed: [],
        schedules: [{ name: 'a', everyMs: 60_000, nextRunAt: new Date(due).toISOString() }],
      }),
    });
    const app = createApp({ logger: false, publicOrigin: null });
    metrics.mount(app, async () => ({ head: 0n, reached: 0n, behind: 0n, seconds: 0, failed: [], paused: [] }));
    await app.inject('/metrics');
    const { body } = await app.inject('/metrics');
    await app.close();
    expect(body).toContain('\nperktree_queue_reachable 1\n');
    const overdue = Number(/^perktree_queue_overdue_seconds (\S+)$/m.exec(body)?.[1]);
    expect(overdue).toBe(90);
    const { status, stdout, stderr } = promtool(['check', 'metrics'], body);
    expect({ status, output: stdout + stderr }).toEqual({ status: 0, output: '' });
  });

  it('gets a metric for a queue that does not answer', async () => {
    const metrics = createMetrics({ level: 'silent', warn() {}, debug() {} });
    metrics.watchQueue({ read: () => Promise.reject(new Error('away')) });
    const app = createApp({ logger: false, publicOrigin: null });
    metrics.mount(app, null);
    const { body } = await app.inject('/metrics');
    await app.close();
    expect(body).toContain('\nperktree_queue_reachable 0\n');
  });
});
