import type { MarkAnswer } from '@perktree/contracts/http/audit-reports';

/** An instant that the slider stops at. */
export interface Stop {
  /** Milliseconds. */
  readonly time: number;
  /** What to ask the trees for. */
  readonly asOf: string;
  /** Types of the events of this instant, each once. */
  readonly kinds: readonly string[];
  readonly events: number;
}

/** Marks as stops, oldest first: what happened at one instant is one stop, and shows all of it. */
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

/** The stop that an address asks for by its `asOf`, else the last one not after it, else the newest. */
export function stopAt(stops: readonly Stop[], asOf: string | null): Stop | undefined {
  const exact = stops.find((stop) => stop.asOf === asOf);
  if (exact !== undefined || asOf === null) return exact ?? stops.at(-1);
  const time = Date.parse(asOf);
  return (Number.isNaN(time) ? undefined : stops.findLast((stop) => stop.time <= time)) ?? stops.at(-1);
}

/** The stop beside another one; undefined at either end. */
export function beside(stops: readonly Stop[], stop: Stop | undefined, by: -1 | 1): Stop | undefined {
  const index = stop === undefined ? -1 : stops.indexOf(stop);
  return index < 0 ? undefined : stops[index + by];
}

/** A tenth of the time that is shown, around a stop: where marks were left out, this brings them out. */
export function closerTo(stops: readonly Stop[], { time }: Stop): { readonly from: string; readonly to: string } {
  const [first, last] = [stops.at(0)?.time ?? time, stops.at(-1)?.time ?? time];
  const half = Math.max((last - first) / 20, 1_000);
  return { from: new Date(time - half).toISOString(), to: new Date(time + half + 1).toISOString() };
}
