import { crc32 } from 'node:zlib';
import type { StateSnapshots } from '../fold.ts';
import { ByteReader, ByteWriter } from '../packed/bytes.ts';
import { PackedMap } from '../packed/packed-map.ts';

/** The first revision of each command in a stream: finds what a repeated command appended. */
export type CommandRevisions = PackedMap<number>;

const revisions = {
  write: (out: ByteWriter, revision: number) => out.uint(revision),
  read: (bytes: ByteReader) => bytes.uint(),
};

export const NO_COMMANDS: CommandRevisions = PackedMap.empty(revisions);

/** The folded state of a stream at an event. Valid only while the store has that event at that revision. */
export interface Snapshot<State> {
  readonly eventId: string;
  readonly revision: number;
  readonly state: State;
  readonly commands: CommandRevisions;
}

const CHECKSUM_BYTES = 4;

export function encodeSnapshot<State>(states: StateSnapshots<State>, snapshot: Snapshot<State>): Buffer {
  const out = new ByteWriter();
  out.text(snapshot.eventId);
  out.uint(snapshot.revision);
  out.block(snapshot.commands.toBytes());
  states.write(out, snapshot.state);
  const checksum = Buffer.alloc(CHECKSUM_BYTES);
  checksum.writeUInt32BE(crc32(out.written));
  return Buffer.concat([checksum, out.written]);
}

/** @throws Error on damaged bytes */
export function decodeSnapshot<State>(states: StateSnapshots<State>, bytes: Buffer): Snapshot<State> {
  const content = bytes.subarray(CHECKSUM_BYTES);
  // Entries are decoded lazily, so damage must be found here.
  if (crc32(content) !== bytes.readUInt32BE(0)) throw new Error('wrong checksum');
  const reader = new ByteReader(content);
  const eventId = reader.text();
  const revision = reader.uint();
  const commands = PackedMap.fromBytes(revisions, reader.block());
  return { eventId, revision, commands, state: states.read(reader) };
}
