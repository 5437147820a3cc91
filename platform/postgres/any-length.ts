/**
 * An array parameter whose length Postgres does not plan for, such as `$1::text[]`. Where it sees the length, it believes a
 * plan made for the few rows of this execution to be better than one for any number, and makes a new one every time: a
 * third of what a short look-up takes (docs/reference/performance.md). For statements that are prepared by name.
 */
export const anyLength = (parameter: string) => `(SELECT ${parameter})`;
