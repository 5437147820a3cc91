/** How much of a process its callers may have at once. All are numbers of requests. */
export interface AdmissionBounds {
  /** Under way in this process. */
  readonly room: number;
  /** Under way for all that crowd together, as long as nobody else is about. Less than the room: somebody may come. */
  readonly alone: number;
  /** Under way for all that crowd together, as long as somebody else is about, but not being served right now. */
  readonly besideOthers: number;
  /** The same while somebody else is being served. Each of them has one at least, so that it gets on at all. */
  readonly whileServed: number;
  /**
   * While somebody else's request is under way, one of a crowd begins at most this often, in milliseconds: each that does may
   * stand before every step of the other's. Never longer, so that a crowd gets on beside whoever takes long.
   */
  readonly oneEveryMs: number;
  /** For how long after an answer somebody counts as being served, in milliseconds: most ask for several things. */
  readonly servedMs: number;
  /** What one caller may have here, under way or waiting, and not be one that crowds. */
  readonly own: number;
  /** Waiting, of one caller. */
  readonly waitingOfOne: number;
  /** Waiting in all. */
  readonly waiting: number;
  /** How long somebody counts as being about after the last request, in milliseconds. */
  readonly aboutMs: number;
}

/** Of a process that answers by itself: its event loop is what there is to share. */
export const SERVING: AdmissionBounds = {
  room: 320,
  alone: 256,
  besideOthers: 4,
  whileServed: 1,
  oneEveryMs: 10,
  servedMs: 100,
  // As many as a browser sends to one host at once.
  own: 6,
  waitingOfOne: 512,
  waiting: 4_096,
  aboutMs: 30_000,
};

/** Of a process that only passes on: connections are what there is to share, and who answers shares out the work. */
export const PASSING_ON: AdmissionBounds = {
  ...SERVING,
  room: 1_280,
  alone: 1_024,
  besideOthers: 64,
  whileServed: 64,
  oneEveryMs: 0,
  own: 32,
  waitingOfOne: 1_024,
};

/** Callers that are remembered as being about. The last of them is enough to know that somebody is. */
const MOST_REMEMBERED = 1_000;

/** One request's: from when it comes until its answer begins. */
export interface Place {
  readonly caller: Caller;
  readonly begin: () => void;
  readonly since: number;
  state: 'waiting' | 'under way' | 'gone';
}

/** Whose requests are counted together. */
interface Caller {
  readonly key: string;
  /** Oldest first. */
  readonly waiting: Place[];
  underWay: number;
  /** It has more here than it may without crowding, and has not come down to half of that since. */
  crowds: boolean;
}

export interface AdmissionWatcher {
  /** Milliseconds that a request waited which was let in after all. */
  onWaited(ms: number): void;
  onRefused(): void;
}

/**
 * Shares a process out between its callers. Whoever asks for little is let in at once. Who asks for much has all the room
 * while alone, and beside others what these leave; the rest of its requests wait. Room that comes free goes to whoever has
 * the least, in turn, so that neither more requests nor longer ones get anybody more.
 */
export class Admission {
  private readonly callers = new Map<string, Caller>();
  /** Callers that ask for little, by key, and when each did last: longest ago first. */
  private readonly modest = new Map<string, number>();
  private readonly queued = new Set<Caller>();
  private underWay = 0;
  private lastServed = Number.NEGATIVE_INFINITY;
  private crowdUnderWay = 0;
  private lastOfCrowd = Number.NEGATIVE_INFINITY;
  private isWaking = false;
  private waitingNow = 0;

  constructor(
    private readonly bounds: AdmissionBounds,
    private readonly watcher: AdmissionWatcher,
    private readonly now: () => number = () => performance.now(),
    private readonly later: (work: () => void, ms: number) => void = (work, ms) => void setTimeout(work, ms).unref(),
  ) {}

  get waiting(): number {
    return this.waitingNow;
  }

  get running(): number {
    return this.underWay;
  }

  /**
   * @param begin called once there is room, where it has to wait; never where it is under way at once
   * @returns null: there is no room, not even to wait
   */
  enter(key: string, begin: () => void): Place | null {
    const now = this.now();
    const caller = this.callers.get(key) ?? { key, waiting: [], underWay: 0, crowds: false };
    if (!caller.crowds && caller.underWay + caller.waiting.length >= this.bounds.own) this.beginsToCrowd(caller);
    if (!caller.crowds) this.isAbout(key, now);
    const place: Place = { caller, begin, since: now, state: 'waiting' };
    if (caller.waiting.length === 0 && this.hasRoomFor(caller, now)) {
      this.callers.set(key, caller);
      this.start(place);
      return place;
    }
    if (!this.mayWait(caller)) {
      this.watcher.onRefused();
      return null;
    }
    this.callers.set(key, caller);
    caller.waiting.push(place);
    this.queued.add(caller);
    this.waitingNow += 1;
    this.wakeLater();
    return place;
  }

  /**
   * Its answer begins, or nobody waits for it any more. A second call does nothing.
   * @param key whose it turned out to be. A session that is new here counts by its network until it has been looked up:
   *   that network is nobody else who is about, and would else hold its own business back for as long as somebody counts
   *   as being about
   */
  leave(place: Place, key: string = place.caller.key): void {
    const { caller, state } = place;
    if (key !== caller.key) this.modest.delete(caller.key);
    if (state === 'gone') return;
    place.state = 'gone';
    if (state === 'waiting') this.forget(place);
    else {
      caller.underWay -= 1;
      this.underWay -= 1;
      if (caller.crowds) this.crowdUnderWay -= 1;
      else if (key === caller.key) this.lastServed = this.now();
    }
    this.settle(caller);
    this.letIn();
  }

  private start(place: Place): void {
    const { caller } = place;
    place.state = 'under way';
    caller.underWay += 1;
    this.underWay += 1;
    if (!caller.crowds) return;
    this.crowdUnderWay += 1;
    this.lastOfCrowd = this.now();
  }

  private hasRoomFor(caller: Caller, now: number): boolean {
    if (this.underWay >= this.bounds.room) return false;
    if (!caller.crowds) return true;
    const { alone, besideOthers, whileServed, oneEveryMs, servedMs } = this.bounds;
    const isOtherUnderWay = this.underWay > this.crowdUnderWay;
    if (isOtherUnderWay && now - this.lastOfCrowd < oneEveryMs) return false;
    if (caller.underWay === 0) return true;
    const isOtherServed = isOtherUnderWay || now - this.lastServed < servedMs;
    if (this.crowdUnderWay < (isOtherServed ? whileServed : besideOthers)) return true;
    return this.crowdUnderWay < alone && !this.isAnybodyAbout(now);
  }

  private mayWait(caller: Caller): boolean {
    return caller.waiting.length < this.bounds.waitingOfOne && this.waitingNow < this.bounds.waiting;
  }

  /** Gives what room there is to those that wait. */
  private letIn(): void {
    if (this.queued.size === 0) return;
    const now = this.now();
    for (let next = this.nextInTurn(now); next !== null; next = this.nextInTurn(now)) {
      const place = next.waiting[0] as Place;
      this.forget(place);
      // Behind the others, for the next time that two have equally much.
      if (this.queued.delete(next) && next.waiting.length > 0) this.queued.add(next);
      this.start(place);
      this.watcher.onWaited(now - place.since);
      place.begin();
    }
    if (this.queued.size > 0) this.wakeLater();
  }

  /** Nobody may leave for long, of those that are let in while another's request is under way. */
  private wakeLater(): void {
    const left = this.lastOfCrowd + this.bounds.oneEveryMs - this.now();
    // What else they wait for is somebody's leaving.
    if (this.isWaking || left <= 0) return;
    this.isWaking = true;
    const wake = () => {
      this.isWaking = false;
      this.letIn();
    };
    this.later(wake, left);
  }

  private nextInTurn(now: number): Caller | null {
    let least: Caller | null = null;
    for (const caller of this.queued) {
      if ((least === null || caller.underWay < least.underWay) && this.hasRoomFor(caller, now)) least = caller;
    }
    return least;
  }

  private forget(place: Place): void {
    const { waiting } = place.caller;
    const at = waiting[0] === place ? 0 : waiting.indexOf(place);
    waiting.splice(at, 1);
    this.waitingNow -= 1;
    if (waiting.length === 0) this.queued.delete(place.caller);
  }

  private beginsToCrowd(caller: Caller): void {
    caller.crowds = true;
    this.lastOfCrowd = this.now();
    this.crowdUnderWay += caller.underWay;
    this.modest.delete(caller.key);
  }

  private settle(caller: Caller): void {
    const here = caller.underWay + caller.waiting.length;
    if (here === 0) this.callers.delete(caller.key);
    if (!caller.crowds || 2 * here > this.bounds.own) return;
    caller.crowds = false;
    this.crowdUnderWay -= caller.underWay;
  }

  private isAbout(key: string, now: number): void {
    this.modest.delete(key);
    this.modest.set(key, now);
    const oldest = this.modest.size > MOST_REMEMBERED ? this.modest.keys().next() : null;
    if (oldest?.value !== undefined) this.modest.delete(oldest.value);
  }

  private isAnybodyAbout(now: number): boolean {
    for (const [key, at] of this.modest) {
      if (now - at < this.bounds.aboutMs) return true;
      this.modest.delete(key);
    }
    return false;
  }
}
