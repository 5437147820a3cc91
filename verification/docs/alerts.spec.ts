import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { createMetrics } from '@perktree/apps/parts/metrics';
import { createApp } from '@perktree/platform/http/app';
import { ManualTimers } from '@perktree/platform/time/testing/manual-timers';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { ROOT, read } from './repository.ts';

const TESTS = 'deploy/dashboards/alerts.test.yml';
const promtool = (args: readonly string[], input = '') => spawnSync('promtool', args, { encoding: 'utf8', input });
const missing = promtool(['--version']).status === 0 ? '' : ' (skipped: no promtool; apt-get install prometheus)';
const rules: { alert: string; expr: string }[] = parse(read('deploy/dashboards/alerts.yml')).groups[0].rules;

/** Metrics named in a text, without the suffixes of a histogram's parts. */
const named = (text: string) => [
  ...new Set(
    (text.match(/perktree_(?!session|visitor|admin|reader)[a-z_]+/g) ?? []).map((name) =>
      name.replace(/_(bucket|sum|count)$/, ''),
    ),
  ),
];
/** `metrics.spec.ts` compares this page with the code. */
const registered = named(read('docs/reference/metrics.md'));

/**
 * The alert and metric of each state in which work stands still until an operator acts or an outage ends. A new one needs a line here
 * and in docs/how-to/operate.md, which says what to do.
 */
const STANDING_STATES = [
  ['PerkTreeStoresUnreachable', 'perktree_stores_reachable'],
  ['PerkTreeDiskFull', 'perktree_disk_full_total'],
  ['PerkTreeDiskFillsUp', 'perktree_data_dir_free_bytes'],
  ['PerkTreeReadModelStopped', 'perktree_projector_failed_read_models'],
  ['PerkTreeReadModelPaused', 'perktree_projector_paused_read_models'],
  ['PerkTreeReadModelsBehind', 'perktree_projector_lag_seconds'],
  ['PerkTreeQueueUnreachable', 'perktree_queue_reachable'],
  ['PerkTreeQueueFull', 'perktree_queue_full'],
  ['PerkTreeJobsLate', 'perktree_queue_overdue_seconds'],
  ['PerkTreeDeadJobs', 'perktree_queue_jobs'],
  ['PerkTreeFilesLate', 'perktree_files_oldest_seconds'],
  ['PerkTreeMailsLate', 'perktree_mails_oldest_seconds'],
  ['PerkTreeMailsFailed', 'perktree_mails_failed'],
  ['PerkTreeWebhooksFailing', 'perktree_webhook_endpoints'],
  ['PerkTreeWebhookDisabled', 'perktree_webhook_endpoints'],
  ['PerkTreeWebhooksParked', 'perktree_webhook_parked_messages'],
  ['PerkTreeHeadsNotPushed', 'perktree_head_pushes_oldest_seconds'],
  ['PerkTreePayoutsWait', 'perktree_payout_fundings_waiting'],
  ['PerkTreeBackupOld', 'perktree_backup_age_seconds'],
] as const;

describe('alerts', () => {
  it('are described in docs/how-to/operate.md, and query registered metrics', () => {
    const described = [...read('docs/how-to/operate.md').matchAll(/^\| `(PerkTree\w+)`/gm)].map(([, name]) => name);
    expect(described.sort()).toEqual(rules.map(({ alert }) => alert).sort());
    for (const { expr } of rules) expect(registered).toEqual(expect.arrayContaining(named(expr)));
  });

  it('exist for every state in which work stands still, and are tested', () => {
    const states = STANDING_STATES.map(([alert, metric]) => {
      return [alert, rules.find((rule) => rule.alert === alert)?.expr.includes(metric)];
    });
    expect(states).toEqual(STANDING_STATES.map(([alert]) => [alert, true]));
    const untested = STANDING_STATES.filter(([alert]) => !read(TESTS).includes(`alertname: ${alert}\n`));
    // Their expressions are those of tested ones.
    expect(untested.map(([alert]) => alert)).toEqual(['PerkTreeDeadJobs', 'PerkTreeFilesLate']);
  });

  it('have a dashboard that queries registered metrics', () => {
    const panels: { targets: { expr: string }[] }[] = JSON.parse(read('deploy/dashboards/grafana.json')).panels;
    const queried = panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => named(expr)));
    expect(queried.length).toBeGreaterThanOrEqual(panels.length);
    expect(registered).toEqual(expect.arrayContaining(queried));
  });
});

describe.skipIf(missing !== '')(`Prometheus${missing}`, () => {
  it('fires alerts when it should and not before', () => {
    const { status, stdout, stderr } = promtool(['test', 'rules', join(ROOT, TESTS)]);
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
