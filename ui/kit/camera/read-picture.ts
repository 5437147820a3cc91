import { decodeStill } from './decode-frame.ts';
import { stretchContrast } from './stretch-contrast.ts';

/** Longest edges (pixels) at which a picture is decoded: large ones keep small codes, small ones remove noise. */
const EDGES = [1600, 800, 400, 200] as const;
/** Smaller pictures are enlarged once, because decoders need a few pixels for each module. */
const SMALL = 400;

/** `noPicture`: the browser cannot open the file as an image. `noDecoder`: no decoder works here. */
export type PictureFailure = 'noPicture' | 'noCode' | 'noDecoder';

export async function readPicture(file: Blob): Promise<{ text: string } | { failure: PictureFailure }> {
  let picture: ImageBitmap;
  try {
    picture = await createImageBitmap(file);
  } catch {
    return { failure: 'noPicture' };
  }
  try {
    const text = await decodeStill(framesOf(picture));
    return text === null ? { failure: 'noCode' } : { text };
  } catch {
    return { failure: 'noDecoder' };
  } finally {
    picture.close();
  }
}

function framesOf(picture: ImageBitmap): HTMLCanvasElement[] {
  const longest = Math.max(picture.width, picture.height);
  const native = Math.min(longest, EDGES[0]);
  const edges = new Set([native, ...EDGES.filter((edge) => edge < native), ...(native < SMALL ? [native * 2] : [])]);
  return [...edges].map((edge) => drawn(picture, edge / longest));
}

function drawn(picture: ImageBitmap, scale: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context) {
    // A transparent background would become black and hide the code.
    context.fillStyle = '#fff';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.imageSmoothingQuality = 'high';
    context.drawImage(picture, 0, 0, canvas.width, canvas.height);
    stretchContrast(context);
  }
  return canvas;
}
