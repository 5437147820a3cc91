import type { MarkAnswer } from '@perktree/contracts/audit/report-calls';

/** A time on the slider. */
export interface Stop {
  /** Milliseconds since 1970. */
  readonly time: number;
  /** The `asOf` of the trees call. */
  readonly asOf: string;
  /** Distinct event types at this time. */
  readonly kinds: readonly string[];
  readonly events: number;
}

/** Groups marks of the same instant into stops, oldest first. */
export function stopsOf(marks: readonly MarkAnswer[]): readonly Stop[] {
  const stops: Stop[] = [];
  for (const { asOf, at, kind, events } of marks) {
    const time = Date.parse(at);
    const last = stops.at(-1);
    if (last?.time !== time) stops.push({ time, asOf, kinds: [kind], events });
    else {
      const kinds = last.kinds.includes(kind) ? last.kinds : [...last.kinds, kind];
      stops[stops.length - 1] = { time, asOf: new Date(time).toISOString(), kinds, events: last.events + events };
    }
  }
  return stops;
}

/** The stop with this `asOf`, else the last one before it, else the newest. */
export function stopAt(stops: readonly Stop[], asOf: string | null): Stop | undefined {
  const exact = stops.find((stop) => stop.asOf === asOf);
  if (exact !== undefined || asOf === null) return exact ?? stops.at(-1);
  const time = Date.parse(asOf);
  return (Number.isNaN(time) ? undefined : stops.findLast((stop) => stop.time <= time)) ?? stops.at(-1);
}

/** The neighbour of a stop; undefined at either end, and before `since`. */
export function beside(
  stops: readonly Stop[],
  stop: Stop | undefined,
  by: -1 | 1,
  since?: Stop | undefined,
): Stop | undefined {
  const index = stop === undefined ? -1 : stops.indexOf(stop);
  const isPast = by === -1 && since !== undefined && index <= stops.indexOf(since);
  return index < 0 || isPast ? undefined : stops[index + by];
}

/** A tenth of the shown period around a stop, which reveals marks that were left out. */
export function zoomTo(stops: readonly Stop[], { time }: Stop): { readonly from: string; readonly to: string } {
  const [first, last] = [stops.at(0)?.time ?? time, stops.at(-1)?.time ?? time];
  const half = Math.max((last - first) / 20, 1_000);
  return { from: new Date(time - half).toISOString(), to: new Date(time + half + 1).toISOString() };
}
