import streams from '@eventstore/db-client/generated/streams_pb.js';
import { type ServerWritableStream, status } from '@grpc/grpc-js';
import type { EventLog, LoggedEvent } from './event-log.ts';
import type { Faults } from './faults.ts';
import { eventAnswer, failure, nameOf, streamDeleted } from './messages.ts';

export type ReadCall = ServerWritableStream<streams.ReadReq, streams.ReadResp>;

/** State shared between a node's service and its reads. */
interface Reads {
  readonly log: EventLog;
  readonly faults: Faults;
  readonly counts: { eventsSent: number; openSubscriptions: number };
}

const FORWARDS = 0;
/** Most buffered events of a live subscription with a slow connection. */
const LIVE_BUFFER = 32;
const tooSlow = () =>
  failure(
    status.ABORTED,
    'Operation timed out: Consumer too slow to handle event while live. Client resubscription required.',
  );
const invalidPosition = () => failure(status.UNKNOWN, 'Unexpected ReadAllResult: Error');

/** Answers a read or a subscription. */
export async function answerRead(call: ReadCall, reads: Reads): Promise<void> {
  const options = call.request.getOptions();
  if (!options) return void call.emit('error', failure(status.INVALID_ARGUMENT, 'no options'));
  if (options.hasSubscription()) return subscribe(call, options, reads);
  const events = options.hasStream() ? fromStream(call, options, reads.log) : fromAll(options, reads.log);
  if (events === undefined) return;
  if (!Array.isArray(events)) return void call.emit('error', events);
  for (const event of events) await sendEvent(call, event, reads);
  call.end();
}

function fromStream(call: ReadCall, options: streams.ReadReq.Options, log: EventLog) {
  const stream = options.getStream();
  const name = nameOf(stream?.getStreamIdentifier());
  const from = stream?.hasRevision() ? Number(stream.getRevision()) : 0;
  const isBackwards = options.getReadDirection() !== FORWARDS;
  const events = isBackwards ? log.readLast(name) : log.readStream(name, from, Number(options.getCount()));
  if (events === 'deleted') return streamDeleted(name);
  if (events !== null) return [...events];
  const notFound = new streams.ReadResp.StreamNotFound();
  notFound.setStreamIdentifier(stream?.getStreamIdentifier());
  call.write(new streams.ReadResp().setStreamNotFound(notFound));
  call.end();
  return undefined;
}

function fromAll(options: streams.ReadReq.Options, log: EventLog) {
  const all = options.getAll();
  const count = Number(options.getCount());
  const forwards = options.getReadDirection() === FORWARDS;
  let index = all?.hasEnd() ? log.events.length : 0;
  if (all?.hasPosition()) index = log.indexOf(BigInt(all.getPosition()?.getCommitPosition() ?? 0));
  if (index < 0) return invalidPosition();
  if (forwards) return log.events.slice(index, index + count);
  return log.events.slice(Math.max(0, index - count), index).reverse();
}

async function subscribe(call: ReadCall, options: streams.ReadReq.Options, reads: Reads): Promise<void> {
  const { log, counts } = reads;
  let index = startOf(options.getAll(), log);
  if (index < 0) return void call.emit('error', invalidPosition());
  const filter = options.getFilter();
  const isWanted = new RegExp(filter?.getEventType()?.getRegex() || '');
  const window = (filter?.getMax() || 32) * (filter?.getCheckpointintervalmultiplier() || 1);
  const confirmation = new streams.ReadResp.SubscriptionConfirmation().setSubscriptionId(crypto.randomUUID());
  count(call, counts);
  await send(call, new streams.ReadResp().setConfirmation(confirmation));
  let live = false;
  while (isOpen(call)) {
    const event = reads.faults.stalled ? undefined : log.events[index];
    if (event === undefined) {
      if (!live) await send(call, new streams.ReadResp().setCaughtUp(new streams.ReadResp.CaughtUp()));
      live = true;
      await nextAppend(call, log);
      continue;
    }
    index++;
    const meanwhile = isWanted.test(event.type) ? await sendWanted(call, event, reads) : 0;
    if (live && meanwhile > LIVE_BUFFER) return void call.emit('error', tooSlow());
    if (index % window === 0) await send(call, checkpoint(event));
  }
}

/** @returns how many events were appended while the connection was full */
async function sendWanted(call: ReadCall, event: LoggedEvent, reads: Reads): Promise<number> {
  const { length } = reads.log.events;
  await sendEvent(call, event, reads);
  if (reads.faults.repeating) await sendEvent(call, event, reads);
  return reads.log.events.length - length;
}

function count(call: ReadCall, counts: Reads['counts']): void {
  counts.openSubscriptions++;
  let isOver = false;
  const over = () => {
    if (!isOver) counts.openSubscriptions--;
    isOver = true;
  };
  for (const end of ['cancelled', 'close']) call.once(end, over);
}

/** Index of the first event after a position; -1 if the position is not that of an event. */
function startOf(all: streams.ReadReq.Options.AllOptions | undefined, log: EventLog): number {
  if (all?.hasEnd()) return log.events.length;
  if (!all?.hasPosition()) return 0;
  const index = log.indexOf(BigInt(all.getPosition()?.getCommitPosition() ?? 0));
  return index < 0 ? index : index + 1;
}

async function sendEvent(call: ReadCall, event: LoggedEvent, { counts }: Reads): Promise<void> {
  if (!event.stream.startsWith('$')) counts.eventsSent++;
  await send(call, eventAnswer(event));
}

function checkpoint({ position }: LoggedEvent): streams.ReadResp {
  const reached = new streams.ReadResp.Checkpoint();
  reached.setCommitPosition(position.toString());
  reached.setPreparePosition(position.toString());
  return new streams.ReadResp().setCheckpoint(reached);
}

const isOpen = (call: ReadCall) => !call.cancelled && !call.destroyed;

/** Sends with back pressure. */
async function send(call: ReadCall, message: streams.ReadResp): Promise<void> {
  if (!isOpen(call) || call.write(message)) return;
  await once(call, (done) => call.once('drain', done));
}

const nextAppend = (call: ReadCall, log: EventLog) => once(call, (done) => log.onAppended(done));

/** Resolves when `listen` calls back, or when the call is over. */
async function once(call: ReadCall, listen: (done: () => void) => unknown): Promise<void> {
  if (!isOpen(call)) return;
  let stop: unknown;
  let done = () => {};
  await new Promise<void>((resolve) => {
    done = resolve;
    stop = listen(done);
    for (const end of ['cancelled', 'close']) call.once(end, done);
  });
  for (const end of ['drain', 'cancelled', 'close']) call.off(end, done);
  if (typeof stop === 'function') stop();
}
