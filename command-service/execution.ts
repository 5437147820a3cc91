import type { CommandContext } from './command-context.ts';
import type { Decider } from './decider.ts';

export interface Execution<State, Event> {
  readonly stream: string;
  readonly decider: Decider<State, Event>;
  /**
   * What the command makes of the state: the events to append, or none when there is nothing to do. Pure; it runs again
   * when the stream has moved on. @throws Refused to say no: nothing is appended
   */
  readonly decide: (state: State, revision: number) => readonly Event[];
  readonly context: CommandContext;
}

export interface Executed<State, Event> {
  /** What the command appended: now, or when it was first made. */
  readonly events: readonly Event[];
  /** The stream's state with them. */
  readonly state: State;
  readonly revision: number;
  /** Position of the last of the events; undefined when there are none. */
  readonly position: bigint | undefined;
}
