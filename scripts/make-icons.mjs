#!/usr/bin/env node
/**
 * The icons of the installed application, drawn from `ui/assets/icon.svg` into `ui/installed/files/icons`: to be run after
 * that picture has changed. It reads what that picture is made of: rectangles, and one path of straight strokes.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import { root } from './lib/project.mjs';

const GROUND = [0x1d, 0x6b, 0x57];
const INK = [0xff, 0xff, 0xff];
const VIEW = 32;
/** Each pixel is looked at this many times in each direction, for smooth edges. */
const SAMPLES = 4;

const svg = readFileSync(join(root, 'ui/assets/icon.svg'), 'utf8');
const [ground, ...boxes] = [...svg.matchAll(/<rect ([^>]*)\/>/g)].map(([, text]) => {
  const of = (name) => Number(new RegExp(`\\b${name}="([\\d.]+)"`).exec(` ${text}`)?.[1] ?? 0);
  return { x: of('x'), y: of('y'), width: of('width'), height: of('height'), radius: of('rx') };
});
const strokes = strokesOf(/<path d="([^"]*)"/.exec(svg)[1]);
const strokeRadius = Number(/stroke-width="([\d.]+)"/.exec(svg)[1]) / 2;

/** Straight lines of a path of M, H, V, h and v: `[x1, y1, x2, y2]`. */
function strokesOf(path) {
  let [x, y] = [0, 0];
  return [...path.matchAll(/([MHVhv])([\d. -]+)/g)].flatMap(([, command, text]) => {
    const [a, b] = text.trim().split(/\s+/).map(Number);
    const from = [x, y];
    if (command === 'M') [x, y] = [a, b];
    else if (command === 'H' || command === 'h') x = command === 'H' ? a : x + a;
    else y = command === 'V' ? a : y + a;
    return command === 'M' ? [] : [[...from, x, y]];
  });
}

function isInBox({ x, y, width, height, radius }, px, py) {
  const dx = Math.max(x + radius - px, 0, px - (x + width - radius));
  const dy = Math.max(y + radius - py, 0, py - (y + height - radius));
  return Math.hypot(dx, dy) <= radius;
}

function isInStroke([x1, y1, x2, y2], px, py) {
  const clamp = (value, a, b) => Math.min(Math.max(value, Math.min(a, b)), Math.max(a, b));
  return Math.hypot(px - clamp(px, x1, x2), py - clamp(py, y1, y2)) <= strokeRadius;
}

const isInk = (x, y) => boxes.some((box) => isInBox(box, x, y)) || strokes.some((line) => isInStroke(line, x, y));

/** @param maskable fills the whole square and keeps the picture within the middle 80 %, which no mask cuts off */
function draw(size, maskable) {
  const scale = maskable ? VIEW / (size * 0.72) : VIEW / size;
  const at = (pixel) => (pixel - size / 2) * scale + VIEW / 2;
  const rows = [];
  for (let row = 0; row < size; row += 1) {
    // Each line of a PNG begins with its filter: 0, none.
    const line = Buffer.alloc(1 + size * 4);
    for (let column = 0; column < size; column += 1) {
      let [covered, inked] = [0, 0];
      for (let n = 0; n < SAMPLES * SAMPLES; n += 1) {
        const x = at(column + ((n % SAMPLES) + 0.5) / SAMPLES);
        const y = at(row + (Math.floor(n / SAMPLES) + 0.5) / SAMPLES);
        if (!maskable && !isInBox(ground, x, y)) continue;
        covered += 1;
        if (isInk(x, y)) inked += 1;
      }
      const share = covered === 0 ? 0 : inked / covered;
      const colour = GROUND.map((channel, c) => Math.round(channel + (INK[c] - channel) * share));
      line.set([...colour, Math.round((255 * covered) / SAMPLES ** 2)], 1 + column * 4);
    }
    rows.push(line);
  }
  return png(size, Buffer.concat(rows));
}

function png(size, lines) {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  // 8 bits a channel, red, green, blue and alpha.
  header.set([8, 6, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const parts = [
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(lines, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ];
  return Buffer.concat([signature, ...parts]);
}

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

for (const [name, size, maskable] of [
  ['icon-192.png', 192, false],
  ['icon-512.png', 512, false],
  ['icon-maskable-512.png', 512, true],
  // What iOS puts on the home screen; it rounds the corners itself.
  ['icon-apple-180.png', 180, true],
]) {
  writeFileSync(join(root, 'ui/installed/files/icons', name), draw(size, maskable));
}
