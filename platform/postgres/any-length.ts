/**
 * Hides the length of an array parameter, such as `$1::text[]`, from the planner. For statements that are prepared by name.
 * If Postgres sees the length, it makes a new plan for each execution, because a plan for few rows looks cheaper. Planning
 * takes a third of the time of a short look-up (docs/reference/performance.md).
 */
export const anyLength = (parameter: string) => `(SELECT ${parameter})`;
