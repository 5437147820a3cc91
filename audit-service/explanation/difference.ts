import type { DifferenceAnswer } from '@perktree/contracts/audit/calls';

/** A recorded value that differs from the computed one. */
export interface Difference extends DifferenceAnswer {
  /** The two values are ids of people. */
  readonly isPerson: boolean;
}

type From = DifferenceAnswer['from'];
export type Value = string | number | bigint | boolean | null | undefined;
/** Null and undefined are the same: nothing. */
export const text = (value: Value) => (value === null || value === undefined ? null : String(value));

interface Comparison {
  readonly differences: Difference[];
  /** Notes a difference where the recorded value is not the computed one. */
  equal(what: string, recorded: Value, computed: Value, about?: { qrId?: string; isPerson?: boolean }): void;
}

/** Collects the differences from one source. */
export function compareWith(from: From): Comparison {
  const differences: Difference[] = [];
  return {
    differences,
    equal(what, recorded, computed, { qrId, isPerson = false } = {}) {
      if (text(recorded) === text(computed)) return;
      differences.push({
        from,
        what,
        isPerson,
        qrId: qrId ?? null,
        recorded: text(recorded),
        computed: text(computed),
      });
    },
  };
}

/** A fact that is missing or cannot be read. */
export function missing(from: From, what: string): Difference {
  return { from, what, qrId: null, recorded: null, computed: null, isPerson: false };
}
