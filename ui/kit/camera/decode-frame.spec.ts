import { expect, it, vi } from 'vitest';
import { decodeStill, loadFrameDecoder } from './decode-frame.ts';
import type { FrameDecoder } from './native-decoder.ts';

const frame = {} as HTMLCanvasElement;
const another = {} as HTMLCanvasElement;
const reads = (text: string | null) => async (): Promise<FrameDecoder> => async () => text;
const missing = async () => null;
const broken = () => Promise.reject(new Error('not loaded'));
const failing = async (): Promise<FrameDecoder> => () => Promise.reject(new Error('no model'));

it('live frames are decoded by the first decoder that loads and works, and rejected without one', async () => {
  const last = vi.fn(reads('last'));
  expect(await (await loadFrameDecoder([missing, broken, reads('second'), last]))(frame)).toBe('second');
  expect(last).not.toHaveBeenCalled();
  const decode = await loadFrameDecoder([failing, broken, last]);
  expect([await decode(frame), await decode(frame)]).toEqual(['last', 'last']);
  await expect(loadFrameDecoder([missing, broken])).rejects.toThrow('no decoder');
  await expect((await loadFrameDecoder([failing]))(frame)).rejects.toThrow('no decoder');
});

it('a still picture is tried with every decoder and size; it has no QR if no working decoder finds one', async () => {
  const second: FrameDecoder = async (f) => (f === another ? 'found' : null);
  expect(await decodeStill([frame, another], [reads(null), failing, async () => second])).toBe('found');
  expect(await decodeStill([frame], [broken, reads(null)])).toBeNull();
  await expect(decodeStill([frame], [broken, missing, failing])).rejects.toThrow('no decoder');
});
