/**
 * Seed of all random tests. `npm test` always uses the same, so that a run can be repeated and never fails by chance.
 * `npm run verify` draws one, prints it and takes `SEED` to repeat it.
 */
export const SEED = Number(process.env.SEED ?? 20_261_127);
