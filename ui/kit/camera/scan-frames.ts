import type { FrameDecoder } from './frame-decoder.ts';
import { stretchContrast } from './stretch-contrast.ts';

/** Minimum time between two decodings, milliseconds. */
const FRAME_INTERVAL = 100;
/** Larger frames are scaled down to this width, pixels. */
const MAX_FRAME_WIDTH = 400;

/**
 * Grabs and decodes frames of a playing video.
 * @param isOn false ends it
 * @returns the first decoded text; null if it was ended
 */
export async function scanFrames(
  video: HTMLVideoElement,
  decode: FrameDecoder,
  isOn: () => boolean,
): Promise<string | null> {
  const canvas = document.createElement('canvas');
  while (isOn()) {
    const started = performance.now();
    const text = drawFrame(video, canvas) ? await decode(canvas) : null;
    if (!isOn()) return null;
    if (text) return text;
    await pause(Math.max(0, FRAME_INTERVAL - (performance.now() - started)));
  }
  return null;
}

/** Draws the square in the middle, which CameraView shows: a code beside it must not be read. False while there is no picture. */
function drawFrame(video: HTMLVideoElement, canvas: HTMLCanvasElement): boolean {
  if (video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA || video.videoWidth === 0) return false;
  const { videoWidth, videoHeight } = video;
  const side = Math.min(videoWidth, videoHeight);
  const width = Math.min(side, MAX_FRAME_WIDTH);
  canvas.width = width;
  canvas.height = width;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) return false;
  context.drawImage(video, (videoWidth - side) / 2, (videoHeight - side) / 2, side, side, 0, 0, width, width);
  stretchContrast(context);
  return true;
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
