import { isEventType } from '@perktree/contracts/catalogue/events';
import { categoryOf, type StreamCategory } from '@perktree/contracts/catalogue/streams';
import type { StoredEvent } from '@perktree/event-store/port';
import { streamOf } from './event-groups.ts';
import type { Findings } from './finding.ts';

/** Streams of one event each, as many as visitors: their revisions need no memory. */
const OF_ONE_EVENT: readonly StreamCategory[] = ['scan', 'tillReference'];
/** As many as visitors, too; a code is reserved again after its scan has expired. */
const NOT_FOLLOWED: StreamCategory = 'redemptionCode';

/** Events of a stream are numbered from 0 without gaps, and stand in the stream of what they are about. */
export class StreamOrder {
  private readonly next = new Map<string, number>();

  check({ stream, revision, type, data }: StoredEvent, findings: Findings): void {
    if (isEventType(type)) findings.equal('stream', streamOf(type, data), stream);
    const category = categoryOf(stream) as StreamCategory;
    if (category === NOT_FOLLOWED) return;
    findings.equal('revision in the stream', this.next.get(stream) ?? 0, revision);
    if (!OF_ONE_EVENT.includes(category)) this.next.set(stream, revision + 1);
  }
}
