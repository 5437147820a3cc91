#!/usr/bin/env node
/** Draws the icons of the installed application from `ui/assets/icon.svg`. Run it after that picture has changed. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { root } from './lib/project.mjs';

const svg = readFileSync(join(root, 'ui/assets/icon.svg'), 'utf8');
const [ground, background] = /<rect width="32" height="32" rx="8" fill="(#\w+)" \/>/.exec(svg);

/** @param edge of the picture; the rest of `size` is filled */
async function draw(name, size, edge = size) {
  const picture = edge < size ? svg.replace(ground, '') : svg;
  // The width of an SVG without one is its view box at 72 dpi: 32 pixels.
  const drawn = sharp(Buffer.from(picture), { density: (72 * edge) / 32 });
  const [before, after] = [Math.floor((size - edge) / 2), Math.ceil((size - edge) / 2)];
  if (edge < size) {
    drawn.flatten({ background }).extend({ top: before, left: before, bottom: after, right: after, background });
  }
  await drawn.png({ compressionLevel: 9, palette: true }).toFile(join(root, 'ui/installed/files/icons', name));
}

/** Masks cut off only what is outside the middle 80 %. */
const maskable = (size) => Math.round(size * 0.72);
await draw('icon-192.png', 192);
await draw('icon-512.png', 512);
await draw('icon-maskable-512.png', 512, maskable(512));
// iOS rounds the corners itself.
await draw('icon-apple-180.png', 180, maskable(180));
