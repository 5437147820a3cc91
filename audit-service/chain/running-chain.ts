import type { StoredEvent } from '@perktree/event-store/port';
import { CHAIN_START, leafOf, linkOf } from './hashes.ts';

/** Count and chain of events that are added in the order of the store. */
export class RunningChain {
  events = 0;
  private chain: Buffer = CHAIN_START;

  add(event: StoredEvent): void {
    this.chain = linkOf(this.chain, leafOf(event));
    this.events += 1;
  }

  /** Hexadecimal; 64 zeros before the first event. */
  get head(): string {
    return this.chain.toString('hex');
  }
}
