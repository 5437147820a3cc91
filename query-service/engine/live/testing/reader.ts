import type { LiveMessage } from '@perktree/contracts/kernel/live';
import { expect } from 'vitest';

interface LiveEvent {
  readonly event: string;
  readonly id: string;
  readonly data: LiveMessage;
}

/** A client of a stream of server-sent events. */
export class Reader {
  readonly events: LiveEvent[] = [];
  heartbeats = 0;
  /** The stream has ended, or was cut off. */
  ended = false;
  private readonly abortController = new AbortController();
  response!: Response;

  static async open(url: string, as: string, headers: Record<string, string> = {}): Promise<Reader> {
    const reader = new Reader();
    reader.response = await fetch(url, { headers: { 'x-as': as, ...headers }, signal: reader.abortController.signal });
    void reader.read();
    return reader;
  }

  close(): void {
    this.abortController.abort();
  }

  /** Waits until `count` `invalidate` events have come. @returns the paths of the last of them */
  async told(count: number): Promise<readonly string[]> {
    await expect.poll(() => this.invalidations.length, { interval: 10 }).toBeGreaterThanOrEqual(count);
    return (this.invalidations[count - 1]?.data.keys ?? []).map((key) => key.join('/'));
  }

  get invalidations(): readonly LiveEvent[] {
    return this.events.filter(({ event }) => event === 'invalidate');
  }

  private async read(): Promise<void> {
    try {
      let text = '';
      for await (const chunk of this.response.body ?? []) {
        text += Buffer.from(chunk).toString('utf8');
        const blocks = text.split('\n\n');
        text = blocks.pop() ?? '';
        for (const block of blocks) this.take(block);
      }
    } catch {
      // Cut off.
    }
    this.ended = true;
  }

  private take(block: string): void {
    const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1] ?? '';
    if (field('event') === 'heartbeat') this.heartbeats += 1;
    else if (field('event'))
      this.events.push({ event: field('event'), id: field('id'), data: JSON.parse(field('data')) });
  }
}
