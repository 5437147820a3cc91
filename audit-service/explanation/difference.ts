import type { DifferenceAnswer } from '@perktree/contracts/http/audit';

/** Something that computing it again gives differently. */
export interface Difference extends DifferenceAnswer {
  /** The two values are ids of people. */
  readonly isPerson: boolean;
}

type From = DifferenceAnswer['from'];
type Value = string | number | boolean | null | undefined;
const text = (value: Value) => (value === null || value === undefined ? null : String(value));

interface Comparison {
  readonly differences: Difference[];
  /** Notes a difference where the recorded value is not the computed one. */
  equal(what: string, recorded: Value, computed: Value, about?: { qrId?: string; isPerson?: boolean }): void;
}

/** Collects what differs from one source. */
export function compareWith(from: From): Comparison {
  const differences: Difference[] = [];
  return {
    differences,
    equal(what, recorded, computed, { qrId, isPerson = false } = {}) {
      if (text(recorded) === text(computed)) return;
      differences.push({
        ...{ from, what, isPerson },
        qrId: qrId ?? null,
        recorded: text(recorded),
        computed: text(computed),
      });
    },
  };
}

/** What should be there and is not, or cannot be read. */
export function missing(from: From, what: string): Difference {
  return { from, what, qrId: null, recorded: null, computed: null, isPerson: false };
}
