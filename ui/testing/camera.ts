import { onTestFinished, vi } from 'vitest';
import { type GreyPicture, imageOf } from './draw-qr.ts';

/** Nothing to read. */
export const WALL: GreyPicture = { width: 320, height: 240, pixels: new Uint8ClampedArray(320 * 240).fill(200) };

/** Gives the page a camera that sees a picture, for the rest of the test. Returns what was asked of it, and its streams. */
export function showToCamera(picture: GreyPicture = WALL) {
  const asked: (MediaTrackConstraints | boolean | undefined)[] = [];
  const streams: MediaStream[] = [];
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockImplementation(async (wanted) => {
    asked.push(wanted?.video);
    const canvas = Object.assign(document.createElement('canvas'), { width: picture.width, height: picture.height });
    const context = canvas.getContext('2d');
    const image = imageOf(picture);
    const stream = canvas.captureStream(0);
    const [track] = stream.getVideoTracks() as CanvasCaptureMediaStreamTrack[];
    const draw = () => {
      context?.putImageData(image, 0, 0);
      track?.requestFrame();
    };
    // A stream has a frame only after something was drawn, and the video may begin to play later.
    const timer = nativeSetInterval(draw, 100);
    onTestFinished(() => nativeClearInterval(timer));
    streams.push(stream);
    return stream;
  });
  return { asked, streams };
}

const { setInterval: nativeSetInterval, clearInterval: nativeClearInterval } = globalThis;
