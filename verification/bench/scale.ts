/** The sizes of a run. */
export interface Scale {
  readonly rounds: number;
  /** Redemptions by a process before it is measured, so that its code is compiled: it becomes 2.5 times as fast. */
  readonly warmUp: number;
  /** At the start of each measurement, not measured: connections and caches of the workload. */
  readonly settleMs: number;
  readonly measureMs: number;
  /** Trees of four QRs. Few, so that every process has cached each QR before it is measured. */
  readonly trees: number;
  /** Scans to redeem. */
  readonly scans: { readonly oneProcess: number; readonly services: number; readonly hot: number };
  /** How long an idle product is observed. */
  readonly idleMs: number;
  /** Redemptions whose round trips and statements are counted. */
  readonly counted: number;
}

/** Eight minutes on two cores. */
export const FULL: Scale = {
  ...{ rounds: 3, warmUp: 4_000, settleMs: 500, measureMs: 2_000, trees: 200 },
  scans: { oneProcess: 60_000, services: 40_000, hot: 40_000 },
  ...{ idleMs: 20_000, counted: 50 },
};

/** For `npm run campaign`. */
export const LONG: Scale = {
  ...{ ...FULL, rounds: 10, warmUp: 10_000, measureMs: 4_000 },
  scans: { oneProcess: 300_000, services: 120_000, hot: 100_000 },
  ...{ idleMs: 120_000, counted: 200 },
};

/** Checks that the benchmark works: its figures mean nothing. */
export const QUICK: Scale = {
  ...{ rounds: 1, warmUp: 100, settleMs: 50, measureMs: 300, trees: 20 },
  scans: { oneProcess: 4_000, services: 2_000, hot: 1_500 },
  ...{ idleMs: 2_000, counted: 5 },
};
