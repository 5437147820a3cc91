import type { EventData } from '@perktree/contracts/catalogue/events';
import type { NewQr } from '@perktree/contracts/qr/events';
import type { Dice } from '../dice.ts';
import type { Person } from '../people.ts';
import type { Qr, World } from '../reference.ts';
import type { Broken } from '../rules.ts';

/** One call with its predicted outcome. */
export interface Attempt {
  /** Null: not signed in. */
  readonly by: Person | null;
  readonly method?: 'POST' | 'PUT' | 'DELETE';
  readonly url: string;
  readonly body?: object;
  /** Codes of the broken rules, one of which is the answer. Empty: it succeeds. */
  readonly broken: Broken;
  /** Applies a success to the reference. @throws Differs */
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  readonly done?: (answer: any) => void | Promise<void>;
  /** Applies the effects of a refusal to the reference. */
  readonly refused?: () => void;
}

/** Concurrent calls, of which exactly `succeed` succeed. */
export interface Crowd {
  readonly crowd: readonly Attempt[];
  readonly succeed: number;
}

/** A step without a call: time passes, or a job runs. */
interface InternalStep {
  readonly what: string;
  readonly run: () => void | Promise<void>;
}

/** Stored facts that answers do not name, such as the tokens of a printed QR and the frozen shares. */
export interface Facts {
  newId(): string;
  newQrs(rootId: string): Promise<ReadonlyMap<string, NewQr>>;
  redemption(qrId: string, redemptionId: string): Promise<EventData<'BenefitRedeemed'>>;
  /** Null: staff have not confirmed it. */
  confirmation(qrId: string, redemptionId: string): Promise<EventData<'RedemptionConfirmed'> | null>;
  /** The newest period of each QR of a tree that was reissued. */
  periods(rootId: string): Promise<ReadonlyMap<string, Pick<Qr, 'period' | 'expiresAt'>>>;
  /** Runs the job that opens the next periods, for the QRs of a run. */
  reissueDue(qrs: readonly Qr[]): Promise<void>;
}

export interface Scene {
  readonly world: World;
  readonly dice: Dice;
  readonly facts: Facts;
}

/** Null: not applicable, as no suitable object exists. */
export type Command = (scene: Scene) => Attempt | Crowd | InternalStep | null;

/** The product differs from the reference. */
export class Differs extends Error {
  override readonly name = 'Differs';
  constructor(what: string, expected: unknown, actual: unknown) {
    super(`${what}: expected ${text(expected)}, got ${text(actual)}`);
  }
}

const text = (value: unknown) => JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? `${part}` : part));

/** Skipped while calls race, as they may have been decided on another state. */
export function same(world: World, what: string, expected: unknown, actual: unknown): void {
  if (world.isRacing || JSON.stringify(expected) === JSON.stringify(actual)) return;
  throw new Differs(what, expected, actual);
}

/** Times in milliseconds. */
export function sameTime(world: World, what: string, expected: number, actual: number): void {
  same(world, what, new Date(expected).toISOString(), new Date(actual).toISOString());
}
