import { writeFileSync } from 'node:fs';
import { PNG } from 'pngjs';
import type { GreyPicture } from './draw-qr.ts';

export function pngOf(picture: GreyPicture): Buffer {
  const png = new PNG({ width: picture.width, height: picture.height });
  for (const [i, shade] of picture.pixels.entries()) png.data.set([shade, shade, shade, 255], 4 * i);
  return PNG.sync.write(png);
}

const FRAMES = 10;
const NO_COLOUR = 128;

/** A video of one picture for Chromium's fake camera (YUV4MPEG2, 4:2:0). Width and height must be even. */
export function writeVideo(path: string, picture: GreyPicture): void {
  const { width, height } = picture;
  const frame = [Buffer.from('FRAME\n'), Buffer.from(picture.pixels), Buffer.alloc((width * height) / 2, NO_COLOUR)];
  const header = Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420\n`);
  writeFileSync(path, Buffer.concat([header, ...Array.from({ length: FRAMES }, () => frame).flat()]));
}
