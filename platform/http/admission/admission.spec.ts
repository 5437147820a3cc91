import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { Admission, type Place } from './admission.ts';

const BOUNDS = {
  room: 24,
  alone: 20,
  besideOthers: 4,
  whileServed: 1,
  oneEveryMs: 10,
  servedMs: 100,
  own: 3,
  waitingOfOne: 30,
  waiting: 50,
  aboutMs: 1_000,
};
let now: number;
let admission: Admission;
let waits: number[];
let refused: number;
/** What the admission wants to do later, and when. */
let due: { readonly at: number; readonly work: () => void }[];

function open(bounds = BOUNDS): Admission {
  [now, waits, refused, due] = [0, [], 0, []];
  const watcher = {
    onWaited: (ms: number) => void waits.push(ms),
    onRefused: () => {
      refused += 1;
    },
  };
  const later = (work: () => void, ms: number) => void due.push({ at: now + ms, work });
  return new Admission(bounds, watcher, () => now, later);
}

/** Time goes on, and what was to be done by then is done. */
function pass(ms: number): void {
  now += ms;
  const ready = due.filter(({ at }) => at <= now);
  due = due.filter((one) => !ready.includes(one));
  for (const { work } of ready) work();
}
beforeEach(() => {
  admission = open();
});

const enter = (key: string) => admission.enter(key, () => {});
const crowd = (key: string, count: number) => Array.from({ length: count }, () => enter(key) as Place);
const underWay = (places: readonly (Place | null)[]) => places.filter((place) => place?.state === 'under way').length;

describe('admission', () => {
  it('gives all the room to whoever is alone', () => {
    const loud = crowd('loud', 25);
    expect([underWay(loud), admission.waiting]).toEqual([20, 5]);
    admission.leave(loud[0] as Place);
    expect(loud[20]?.state).toBe('under way');
  });

  it('leaves little to a crowd while somebody else is about, whom it does not keep waiting', () => {
    admission.leave(enter('quiet') as Place);
    now = 100;
    const loud = crowd('loud', 25);
    expect(underWay(loud)).toBe(4);
    expect(underWay(crowd('quiet', 2))).toBe(2);
    now = 999;
    admission.leave(loud[0] as Place);
    expect(underWay(loud)).toBe(3);
  });

  it('takes a network for nobody, once it is known whose session it was', () => {
    const first = enter('network') as Place;
    const loud = crowd('business', 10);
    admission.leave(first, 'business');
    expect(underWay(loud)).toBe(10);
    const known = enter('network') as Place;
    admission.leave(known);
    const others = crowd('business', 15);
    expect(underWay(others)).toBe(0);
  });

  it('lets one of a crowd in, and no more, as long as somebody else is served', () => {
    const quiet = enter('quiet') as Place;
    const loud = crowd('loud', 10);
    for (const place of loud.slice(0, 3)) admission.leave(place);
    pass(10);
    expect(underWay(loud)).toBe(1);
    admission.leave(quiet);
    admission.leave(loud[3] as Place);
    expect(underWay(loud)).toBe(1);
    now = 110;
    admission.leave(loud[4] as Place);
    expect(underWay(loud)).toBe(4);
  });

  it('lets one of a crowd begin every so often while another’s request is under way, also one that takes long', () => {
    const slow = enter('quiet') as Place;
    const loud = crowd('loud', 30);
    // What it had before it was clear that it crowds.
    expect(underWay(loud)).toBe(3);
    for (const place of loud.slice(0, 3)) admission.leave(place);
    pass(9);
    expect(underWay(loud)).toBe(0);
    pass(1);
    expect(underWay(loud)).toBe(1);
    admission.leave(loud[3] as Place);
    expect(underWay(loud)).toBe(0);
    pass(10);
    expect(underWay(loud)).toBe(1);
    admission.leave(loud[4] as Place);
    admission.leave(slow);
    expect(underWay(loud)).toBe(1);
    admission.leave(loud[5] as Place);
    expect(underWay(loud)).toBe(1);
  });

  it('gives it back when nobody else has been about for a while', () => {
    admission.leave(enter('quiet') as Place);
    const loud = crowd('loud', 25);
    now = 1_000;
    admission.leave(loud[0] as Place);
    expect([underWay(loud), waits.at(-1)]).toEqual([20, 1_000]);
  });

  it('takes from a crowd that was alone as its requests end', () => {
    const loud = crowd('loud', 18);
    expect(enter('quiet')?.state).toBe('under way');
    for (const place of loud.slice(0, 14)) admission.leave(place);
    expect(enter('loud')?.state).toBe('waiting');
    admission.leave(loud[17] as Place);
    expect(underWay(crowd('loud', 1))).toBe(0);
  });

  it('shares what is left between those that crowd, by what each has and not by what it asks for', () => {
    admission.leave(enter('quiet') as Place);
    now = 100;
    const loud = crowd('loud', 10);
    const louder = crowd('louder', 20);
    // What it had before it was clear that it crowds.
    expect([underWay(loud), underWay(louder)]).toEqual([4, 3]);
    for (const place of loud.slice(0, 4)) admission.leave(place);
    for (const place of louder.slice(0, 3)) admission.leave(place);
    expect([underWay(loud), underWay(louder)]).toEqual([2, 2]);
  });

  it('refuses what would wait beyond the bounds, and nobody else’s', () => {
    const loud = crowd('loud', 60);
    expect([loud.filter((place) => place === null).length, refused, admission.waiting]).toEqual([10, 10, 30]);
    admission.leave(loud[0] as Place);
    expect(enter('quiet')?.state).toBe('under way');
  });

  it('forgets who left without waiting for an answer', () => {
    const loud = crowd('loud', 22);
    admission.leave(loud[20] as Place);
    admission.leave(loud[20] as Place);
    admission.leave(loud[0] as Place);
    expect([loud[20]?.state, loud[21]?.state, admission.waiting, admission.running]).toEqual([
      ...['gone', 'under way'],
      ...[0, 20],
    ]);
  });

  it('counts a caller that has calmed down as one of the others again', () => {
    const loud = crowd('loud', 4);
    for (const place of loud) admission.leave(place);
    admission.leave(enter('loud') as Place);
    now = 100;
    expect(underWay(crowd('other', 9))).toBe(4);
  });
});

/** Requests as they come and go, with what has to hold of each step. */
class Life {
  readonly places: { readonly key: string; readonly place: Place }[] = [];
  readonly begun: number[] = [];

  step({ key, kind, n }: { key: string; kind: string; n: number }): void {
    if (kind === 'later') pass(n);
    else if (kind === 'enter') this.enter(key);
    else this.leave(this.ofState(kind === 'leave' ? 'under way' : 'waiting'), n);
    this.check();
  }

  /** Everybody is answered, and nobody comes any more. */
  end(): void {
    for (let left = this.ofState('under way'); left.length > 0; left = this.ofState('under way')) {
      this.leave(left, 0);
      this.check();
    }
  }

  orderOf(of: string): readonly number[] {
    return this.begun.filter((at) => this.places[at]?.key === of);
  }

  private enter(key: string): void {
    const isNew = !this.places.some((one) => one.key === key && one.place.state !== 'gone');
    const hadRoom = admission.running < BOUNDS.room;
    const at = this.places.length;
    const place = admission.enter(key, () => this.begun.push(at));
    if (place) this.places.push({ key, place });
    if (isNew && hadRoom) expect(place?.state).toBe('under way');
  }

  private leave(some: readonly { readonly place: Place }[], n: number): void {
    const one = some[n % Math.max(1, some.length)];
    if (one) admission.leave(one.place);
  }

  private ofState(state: Place['state']) {
    return this.places.filter(({ place }) => place.state === state);
  }

  private check(): void {
    expect(admission.running).toBe(this.ofState('under way').length);
    expect(admission.waiting).toBe(this.ofState('waiting').length);
    expect(admission.running).toBeLessThanOrEqual(BOUNDS.room);
    expect(admission.waiting).toBeLessThanOrEqual(BOUNDS.waiting);
  }
}

describe('admission, whatever comes', () => {
  const keys = ['a', 'b', 'c', 'd'];
  const kind = fc.constantFrom('enter', 'enter', 'enter', 'leave', 'give up', 'later');
  const steps = fc.array(fc.record({ key: fc.constantFrom(...keys), kind, n: fc.nat(1_000) }), { maxLength: 250 });

  it('keeps the room and each caller’s order, lets those in at once who have nothing here, and everybody in the end', () => {
    fc.assert(
      fc.property(steps, (all) => {
        admission = open();
        const life = new Life();
        for (const one of all) life.step(one);
        life.end();
        expect([admission.running, admission.waiting]).toEqual([0, 0]);
        for (const key of keys) expect(life.orderOf(key)).toEqual(life.orderOf(key).toSorted((a, b) => a - b));
        // Nothing is left of it: a caller that comes a while later is alone.
        now += BOUNDS.aboutMs;
        expect(underWay(crowd('e', 25))).toBe(20);
      }),
      { numRuns: 100 },
    );
  });
});
