import type { Databases } from './databases.ts';
import type { DiskProbe } from './disk-probe.ts';
import type { Programs } from './processes.ts';
import type { Scale } from './scale.ts';

/** Resources that all parts of the benchmark share. */
export interface Bench {
  readonly programs: Programs;
  readonly databases: Databases;
  /** An EventStoreDB server without events; null: a double is started. */
  readonly eventStoreUrl: string | null;
  readonly probe: DiskProbe;
  readonly scale: Scale;
  /** Reports progress. */
  readonly say: (text: string) => void;
}
