import type { Databases } from './databases.ts';
import type { DiskProbe } from './disk-probe.ts';
import type { Programs } from './processes.ts';
import type { Scale } from './scale.ts';

/** What every part of the bench works with. */
export interface Bench {
  readonly programs: Programs;
  readonly databases: Databases;
  /** A server of EventStoreDB that holds no events; null: what speaks its protocol is started. */
  readonly eventStoreUrl: string | null;
  readonly probe: DiskProbe;
  readonly scale: Scale;
  /** Reports progress. */
  readonly say: (text: string) => void;
}
