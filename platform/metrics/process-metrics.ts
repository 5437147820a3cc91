import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { MetricsRegistry } from './registry.ts';

const NANOSECONDS = 1e9;

/** This process: which build, memory, CPU, and how late its event loop is. */
export function startProcessMetrics(registry: MetricsRegistry, build: { readonly version: string }) {
  registry
    .gauge('perktree_build_info', 'Always 1; the labels say which build this is.')
    .set({ version: build.version, node: process.version }, 1);
  const memory = registry.gauge('perktree_process_memory_bytes', 'Memory of this process, by kind.');
  const cpu = registry.gauge('perktree_process_cpu_seconds', 'CPU time that this process has used.');
  const uptime = registry.gauge('perktree_process_uptime_seconds', 'Time since this process started.');
  const delay = registry.gauge('perktree_event_loop_delay_seconds', 'Delay of the event loop since the last reading.');
  const monitor = monitorEventLoopDelay({ resolution: 20 });
  monitor.enable();
  return {
    /** Measures, just before the numbers are read. */
    update(): void {
      const { rss, heapUsed, heapTotal, external } = process.memoryUsage();
      for (const [kind, bytes] of Object.entries({ rss, heapUsed, heapTotal, external })) memory.set({ kind }, bytes);
      const { user, system } = process.cpuUsage();
      cpu.set({ kind: 'user' }, user / 1e6);
      cpu.set({ kind: 'system' }, system / 1e6);
      uptime.set({}, process.uptime());
      const seen = monitor.count > 0;
      delay.set({ statistic: 'median' }, seen ? monitor.percentile(50) / NANOSECONDS : 0);
      delay.set({ statistic: 'p99' }, seen ? monitor.percentile(99) / NANOSECONDS : 0);
      delay.set({ statistic: 'max' }, seen ? monitor.max / NANOSECONDS : 0);
      monitor.reset();
    },
    stop: () => monitor.disable(),
  };
}
