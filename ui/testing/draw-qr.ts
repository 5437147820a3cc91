import { create } from 'qrcode';

/** A picture in shades of grey, 0 black to 255 white, row by row. */
export interface GreyPicture {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8ClampedArray;
}

export interface Scene {
  readonly width: number;
  readonly height: number;
  /** Edge length of a module, in pixels. */
  readonly module: number;
  /** Centre of the code, as fractions of the picture's width and height. */
  readonly centre?: readonly [number, number];
  /** Degrees, clockwise. */
  readonly degrees?: number;
  /** Standard deviation of the blur, in pixels. */
  readonly blur?: number;
  /** Largest noise of a pixel, in shades from 0 to 255. */
  readonly noise?: number;
  /** Shades of ink and paper. */
  readonly ink?: number;
  readonly paper?: number;
}

/** Samples per pixel and direction, to smooth edges. */
const SAMPLES = 3;

/** Draws a QR as a camera may see it. The same scene and text always give the same picture. */
export function drawQr(text: string, scene: Scene): GreyPicture {
  const sharp = drawSharp(text, scene);
  const soft = scene.blur ? blurred(sharp, scene.blur) : sharp;
  return scene.noise ? noisy(soft, scene.noise) : soft;
}

function drawSharp(text: string, scene: Scene): GreyPicture {
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  const { width, height, ink = 0, paper = 255 } = scene;
  const [x0, y0] = scene.centre ?? [0.5, 0.5];
  const angle = ((scene.degrees ?? 0) * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const isDark = (x: number, y: number) => {
    const dx = (x - x0 * width) / scene.module;
    const dy = (y - y0 * height) / scene.module;
    const column = Math.floor(cos * dx + sin * dy + modules.size / 2);
    const row = Math.floor(cos * dy - sin * dx + modules.size / 2);
    const inside = row >= 0 && column >= 0 && row < modules.size && column < modules.size;
    return inside && modules.get(row, column) === 1;
  };
  return paint(width, height, (x, y) => {
    let dark = 0;
    for (let i = 0; i < SAMPLES * SAMPLES; i += 1) {
      const right = (i % SAMPLES) + 0.5;
      const down = Math.floor(i / SAMPLES) + 0.5;
      if (isDark(x + right / SAMPLES, y + down / SAMPLES)) dark += 1;
    }
    return paper + ((ink - paper) * dark) / (SAMPLES * SAMPLES);
  });
}

function blurred(picture: GreyPicture, deviation: number): GreyPicture {
  const reach = Math.ceil(3 * deviation);
  const weights = Array.from({ length: 2 * reach + 1 }, (_, i) => Math.exp(-((i - reach) ** 2) / (2 * deviation ** 2)));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const { width, height } = picture;
  const pass = (from: GreyPicture, stepX: number, stepY: number) =>
    paint(width, height, (x, y) => {
      let sum = 0;
      for (const [i, weight] of weights.entries()) {
        const sx = Math.min(width - 1, Math.max(0, x + (i - reach) * stepX));
        const sy = Math.min(height - 1, Math.max(0, y + (i - reach) * stepY));
        sum += weight * (from.pixels[sy * width + sx] ?? 0);
      }
      return sum / total;
    });
  return pass(pass(picture, 1, 0), 0, 1);
}

function noisy(picture: GreyPicture, max: number): GreyPicture {
  let seed = 12_345;
  return paint(picture.width, picture.height, (x, y) => {
    // A linear congruential generator (Numerical Recipes): the same noise in every run.
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    const chance = (seed / 2 ** 32) * 2 - 1;
    return (picture.pixels[y * picture.width + x] ?? 0) + chance * max;
  });
}

function paint(width: number, height: number, shade: (x: number, y: number) => number): GreyPicture {
  const pixels = new Uint8ClampedArray(width * height);
  for (let y = 0; y < height; y += 1) for (let x = 0; x < width; x += 1) pixels[y * width + x] = shade(x, y);
  return { width, height, pixels };
}

/** The picture as a file. */
export async function pictureFile(picture: GreyPicture): Promise<File> {
  const canvas = new OffscreenCanvas(picture.width, picture.height);
  canvas.getContext('2d')?.putImageData(imageOf(picture), 0, 0);
  return new File([await canvas.convertToBlob()], 'qr.png', { type: 'image/png' });
}

export function imageOf({ width, height, pixels }: GreyPicture): ImageData {
  const image = new ImageData(width, height);
  for (const [n, shade] of pixels.entries()) image.data.set([shade, shade, shade, 255], 4 * n);
  return image;
}
