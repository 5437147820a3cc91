import type { ByteReader, ByteWriter } from './bytes.ts';

export interface StateSnapshots<State> {
  /** Identifies the decider, as a stream may have several. */
  readonly name: string;
  /** Increase it when `evolve`, the state or its encoding changes: snapshots of other versions are ignored. */
  readonly version: number;
  write(out: ByteWriter, state: State): void;
  /** @throws Error if the bytes are truncated */
  read(bytes: ByteReader): State;
}
