/** The sizes of a run: large enough for meaningful figures, or small enough for a quick check. */
export interface Scale {
  readonly rounds: number;
  /** How often a round with a slow disk is repeated, at most. */
  readonly repeats: number;
  readonly warmUpMs: number;
  /** Redemptions before the measurement, so that the server's code is compiled even with few callers. */
  readonly warmUpOperations: number;
  readonly measureMs: number;
  readonly trees: number;
  readonly openScans: number;
  /** Earlier redemptions of the hot QR. */
  readonly hotBefore: number;
  /** Numbers of concurrent callers. */
  readonly callers: readonly number[];
  /** Numbers of command services. */
  readonly services: readonly number[];
  /** Rates of the open loop, in requests a second. */
  readonly rates: readonly number[];
  /** Commands of one cell that compares command handlers. */
  readonly commands: number;
  /** Numbers of stored events for the growth part. */
  readonly histories: readonly number[];
  /** Redemptions of the QR whose commands are timed cold and warm. */
  readonly longStream: number;
  /** Events that are rebuilt and projected. */
  readonly projected: number;
  /** Redemptions of a statement. */
  readonly stated: number;
}

export const FULL: Scale = {
  rounds: 5,
  repeats: 2,
  warmUpMs: 6_000,
  warmUpOperations: 2_000,
  measureMs: 1_500,
  trees: 1_000,
  openScans: 40_000,
  hotBefore: 5_000,
  callers: [1, 8, 32, 256],
  services: [1, 2, 4],
  rates: [500, 2_000],
  commands: 40_000,
  histories: [10_000, 1_000_000],
  longStream: 100_000,
  projected: 50_000,
  stated: 20_000,
};

/** About a minute on two cores. */
export const QUICK: Scale = {
  rounds: 1,
  // Its figures mean nothing anyway.
  repeats: 0,
  warmUpMs: 150,
  warmUpOperations: 0,
  measureMs: 300,
  trees: 40,
  openScans: 3_000,
  hotBefore: 100,
  callers: [1, 32],
  services: [2],
  rates: [200],
  commands: 100,
  histories: [1_000, 10_000],
  longStream: 1_000,
  projected: 2_000,
  stated: 300,
};

/** For the benchmark's own test. */
export const TINY: Scale = {
  ...QUICK,
  warmUpMs: 50,
  measureMs: 150,
  trees: 10,
  openScans: 2_000,
  hotBefore: 20,
  callers: [2],
  services: [1],
  rates: [100],
  commands: 40,
  histories: [500, 1_000],
  longStream: 200,
  projected: 500,
};
