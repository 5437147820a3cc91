import { describe, expect, it, vi } from 'vitest';
import { decodeStill, loadFrameDecoder } from './decode-frame.ts';
import type { FrameDecoder } from './native-decoder.ts';

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
  it('are decoded by the first available decoder only', async () => {
    const last = vi.fn(reads('last'));
    const decode = await loadFrameDecoder([missing, broken, reads('second'), last]);
    expect(await decode(frame)).toBe('second');
    expect(last).not.toHaveBeenCalled();
  });

  it('fall back to the next decoder when one fails', async () => {
    const decode = await loadFrameDecoder([failing, broken, reads('last')]);
    expect(await decode(frame)).toBe('last');
    expect(await decode(frame)).toBe('last');
  });

  it('are rejected when no decoder loads or all fail', async () => {
    await expect(loadFrameDecoder([missing, broken])).rejects.toThrow('no decoder');
    const decode = await loadFrameDecoder([failing]);
    await expect(decode(frame)).rejects.toThrow('no decoder');
  });
});

describe('a still picture', () => {
  it('is tried with every decoder and size until one succeeds', async () => {
    const second: FrameDecoder = async (f) => (f === another ? 'found' : null);
    expect(await decodeStill([frame, another], [reads(null), failing, async () => second])).toBe('found');
  });

  it('has no QR if no working decoder finds one, and is rejected if none works', async () => {
    expect(await decodeStill([frame], [broken, reads(null)])).toBeNull();
    await expect(decodeStill([frame], [broken, missing, failing])).rejects.toThrow('no decoder');
  });
});
