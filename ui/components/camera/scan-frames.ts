import type { FrameDecoder } from './frame-decoder.ts';
import { stretchContrast } from './stretch-contrast.ts';

/** Minimum time between two decodings, milliseconds. */
const FRAME_INTERVAL = 100;
/** Wider frames are scaled down to this width, pixels. */
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

/** False while the video has no picture yet. */
function drawFrame(video: HTMLVideoElement, canvas: HTMLCanvasElement): boolean {
  if (video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA || video.videoWidth === 0) return false;
  const scale = Math.min(1, MAX_FRAME_WIDTH / video.videoWidth);
  canvas.width = Math.round(video.videoWidth * scale);
  canvas.height = Math.round(video.videoHeight * scale);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) return false;
  context.drawImage(video, 0, 0, canvas.width, canvas.height);
  stretchContrast(context);
  return true;
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
