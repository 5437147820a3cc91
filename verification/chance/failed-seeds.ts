/** Seeds that failed once. `npm test` replays them for ever: add the seed that a failed run prints, with the fault it found. */
export const FAILED_SEEDS: {
  /** Of the domain model: `MODEL_SEED`. */
  readonly model: readonly number[];
  /** Of the simulator: `npm run trust -- simulator --seed N`. */
  readonly simulator: readonly number[];
} = { model: [], simulator: [] };
