import type { Missing, StreamVersion } from '@perktree/event-store/port';
import type { DomainEvent } from './event-codec.ts';
import type { Freshness, LogMark } from './freshness.ts';
import type { StreamState } from './stream-state.ts';

/** What a command has read has changed. Nothing was appended: the command runs again (`CommandHandler.run`). */
export class ReadsChanged extends Error {
  override readonly name = 'ReadsChanged';
}

type ReadState = Pick<
  StreamState<unknown, DomainEvent>,
  'stream' | 'version' | 'isAt' | 'isCurrentSince' | 'becameCurrent' | 'take' | 'forget'
>;

interface Read {
  readonly version: StreamVersion;
  /** Whether appends compare it. */
  readonly isCompared: boolean;
  /** The version includes everything that was stored before the command arrived. */
  isCurrent: boolean;
}

/**
 * The streams that one run of a command has read, which its appends compare. What the command answers without an append, such
 * as a refusal, is decided on memory: it needs states that include everything stored before the command arrived.
 */
export class Reads {
  private readonly read = new Map<ReadState, Read>();
  /** The command has met a change, and must run again whatever it has made of it. */
  hasChanged = false;

  /** @param asOf when the command arrived, on the logical clock of this process */
  constructor(
    private readonly freshness: Freshness,
    readonly asOf: number,
    readonly isFirstRun: boolean,
  ) {}

  /** States must be at least as new. At the first run any state in memory will do. */
  get since(): number {
    return this.isFirstRun ? 1 : this.asOf;
  }

  get versions(): readonly StreamVersion[] {
    return [...this.read.values()].flatMap(({ version, isCompared }) => (isCompared ? version : []));
  }

  /** Of two versions of a stream the first counts: something has been decided on it. */
  note(state: ReadState): void {
    if (!this.read.get(state)?.isCompared) this.set(state, state.version, true);
  }

  /** An outcome has been decided on the stream that no append compares, such as a refusal. */
  noteDecided(state: ReadState, version: StreamVersion = state.version): void {
    if (!this.read.has(state)) this.set(state, version, false);
  }

  private set(state: ReadState, version: StreamVersion, isCompared: boolean): void {
    const isCurrent = state.isAt(version) && state.isCurrentSince(this.asOf);
    this.read.set(state, { version, isCompared, isCurrent });
  }

  /**
   * The command decides on the stream, on its state at the append. After the append it is not compared any more: many commands
   * append to one stream, such as that of a quota, and would undo each other.
   */
  forget(stream: string): void {
    for (const state of this.read.keys()) if (state.stream === stream) this.read.delete(state);
  }

  /** @throws ReadsChanged if a change is known already */
  assertUnchanged(): void {
    for (const [state, { version, isCompared }] of this.read) if (isCompared && !state.isAt(version)) this.changed();
  }

  changed(): never {
    this.hasChanged = true;
    throw new ReadsChanged();
  }

  /** An append has compared all streams. @param missing of those that have changed */
  compared(beforeAppend: LogMark, missing: readonly Missing[]): void {
    for (const [state, read] of this.read) {
      if (!read.isCompared) continue;
      const of = missing.find(({ stream, revision }) => stream === state.stream && revision === read.version.revision);
      if (of) state.take(of, beforeAppend);
      else if (state.isAt(read.version)) {
        state.becameCurrent(beforeAppend.moment);
        read.isCurrent = true;
      }
    }
  }

  /** The store has lost events of one of the streams. */
  lost(): void {
    for (const state of this.read.keys()) state.forget();
  }

  /** Whether all that was read includes everything stored before the command arrived. Asks the store where it is not known. */
  async areCurrent(): Promise<boolean> {
    const unknown = [...this.read].filter(([, { isCurrent }]) => !isCurrent);
    if (unknown.length === 0) return true;
    await this.freshness.confirm(this.asOf);
    for (const [state, read] of unknown) read.isCurrent = state.isAt(read.version) && state.isCurrentSince(this.asOf);
    return unknown.every(([, { isCurrent }]) => isCurrent);
  }
}
