import type { EventData } from '@perktree/contracts/events/catalogue';
import type { NewQr } from '@perktree/contracts/events/commission-tree';
import type { Dice } from '../dice.ts';
import type { Person } from '../people.ts';
import type { Qr, World } from '../reference.ts';
import type { Broken } from '../rules.ts';

/** One call, with what must become of it. */
export interface Attempt {
  /** Null: not signed in. */
  readonly by: Person | null;
  readonly method?: 'POST' | 'PUT' | 'DELETE';
  readonly url: string;
  readonly body?: object;
  /** Rules that it breaks: one of these codes is the answer. None: it succeeds. */
  readonly broken: Broken;
  /** What it changes where it succeeds; throws where the answer is not the reference's. */
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  readonly done?: (answer: any) => void | Promise<void>;
  /** What it changes although it is refused. */
  readonly refused?: () => void;
}

/** Calls that are made at once, of which exactly so many succeed. */
export interface Crowd {
  readonly crowd: readonly Attempt[];
  readonly succeed: number;
}

/** Something that happens without a call: time, or a job. */
export interface Happening {
  readonly what: string;
  readonly happen: () => void | Promise<void>;
}

/** What the commands ask of the system beside calls. Stored facts only: the tokens on a printed QR, the shares frozen. */
export interface Facts {
  newId(): string;
  newQrs(rootId: string): Promise<ReadonlyMap<string, NewQr>>;
  redemption(qrId: string, redemptionId: string): Promise<EventData<'BenefitRedeemed'>>;
  /** Null: staff have not confirmed it. */
  confirmation(qrId: string, redemptionId: string): Promise<EventData<'RedemptionConfirmed'> | null>;
  /** The newest period of each QR of a tree, where it is not the first. */
  periods(rootId: string): Promise<ReadonlyMap<string, Pick<Qr, 'period' | 'expiresAt'>>>;
  /** The job that opens the next periods, told of all QRs of a run. */
  reissueDue(qrs: readonly Qr[]): Promise<void>;
}

export interface Scene {
  readonly world: World;
  readonly dice: Dice;
  readonly facts: Facts;
}

/** Null: there is nothing yet to do it to. */
export type Command = (scene: Scene) => Attempt | Crowd | Happening | null;

/** The answer is not what the reference says. */
export class Differs extends Error {
  override readonly name = 'Differs';
  constructor(what: string, expected: unknown, actual: unknown) {
    super(`${what}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(actual)}`);
  }
}

/** Only where calls come one after the other: racing ones may have met another state. */
export function same(world: World, what: string, expected: unknown, actual: unknown): void {
  if (world.isRacing || JSON.stringify(expected) === JSON.stringify(actual)) return;
  throw new Differs(what, expected, actual);
}

/** Times in milliseconds. */
export function sameTime(world: World, what: string, expected: number, actual: number): void {
  if (Math.abs(expected - actual) <= world.tolerance) return;
  same(world, what, new Date(expected).toISOString(), new Date(actual).toISOString());
}
