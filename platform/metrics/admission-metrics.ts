import type { AdmissionWatcher } from '../http/admission/admission.ts';
import type { MetricsRegistry } from './registry.ts';

interface Measured {
  readonly waiting: number;
  readonly running: number;
}

export interface AdmissionMetrics {
  readonly watcher: AdmissionWatcher;
  /** Whose queues are measured. */
  watch(admission: Measured): void;
  /** Measures, just before the numbers are read. */
  update(): void;
}

/** How requests wait for their turn. Nothing here says whose they are. */
export function admissionMetrics(registry: MetricsRegistry): AdmissionMetrics {
  const requests = registry.gauge('perktree_admission_requests', 'Requests under way, and waiting for their turn.');
  const waited = registry.histogram('perktree_admission_wait_seconds', 'Time that requests waited for their turn.');
  const refused = registry.counter('perktree_admission_refused_total', 'Requests for which there was no room to wait.');
  let measured: Measured | null = null;
  return {
    watcher: {
      onWaited: (ms) => waited.observe({}, ms / 1000),
      onRefused: () => refused.add({}),
    },
    watch(admission) {
      measured = admission;
    },
    update() {
      if (measured === null) return;
      requests.set({ state: 'waiting' }, measured.waiting);
      requests.set({ state: 'under way' }, measured.running);
    },
  };
}
