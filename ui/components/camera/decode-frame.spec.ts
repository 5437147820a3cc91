import { describe, expect, it, vi } from 'vitest';
import { decodeStill, loadFrameDecoder } from './decode-frame.ts';
import type { FrameDecoder } from './frame-decoder.ts';

const frame = {} as HTMLCanvasElement;
const another = {} as HTMLCanvasElement;
const reads =
  (text: string | null): (() => Promise<FrameDecoder>) =>
  async () =>
  async () =>
    text;
const missing = async () => null;
const broken = async () => {
  throw new Error('not loaded');
};
const failing = async (): Promise<FrameDecoder> => async () => {
  throw new Error('no model');
};

describe('live frames', () => {
  it('are read by the first decoder that this browser has, and by no other', async () => {
    const last = vi.fn(reads('last'));
    const decode = await loadFrameDecoder([missing, broken, reads('second'), last]);
    expect(await decode(frame)).toBe('second');
    expect(last).not.toHaveBeenCalled();
  });

  it('go on with the next decoder when one fails while it reads', async () => {
    const decode = await loadFrameDecoder([failing, broken, reads('last')]);
    expect(await decode(frame)).toBe('last');
    expect(await decode(frame)).toBe('last');
  });

  it('cannot be read where no decoder loads, or all fail', async () => {
    await expect(loadFrameDecoder([missing, broken])).rejects.toThrow('no decoder');
    const decode = await loadFrameDecoder([failing]);
    await expect(decode(frame)).rejects.toThrow('no decoder');
  });
});

describe('a still picture', () => {
  it('is tried with every decoder and in every size until one reads it', async () => {
    const second: FrameDecoder = async (f) => (f === another ? 'found' : null);
    expect(await decodeStill([frame, another], [reads(null), failing, async () => second])).toBe('found');
  });

  it('has no QR where all that work find none, and is unreadable where none works', async () => {
    expect(await decodeStill([frame], [broken, reads(null)])).toBeNull();
    await expect(decodeStill([frame], [broken, missing, failing])).rejects.toThrow('no decoder');
  });
});
