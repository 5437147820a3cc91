import type { QrDesign } from '../design.ts';
import outlines from './glyphs.json';
import { coordinate, type QrMatrix, QUIET_ZONE, rectangle, runsPath } from './modules.ts';

/**
 * Outlines of letters for the text of a frame: Latin letters, digits and punctuation. Outlines look the same on every device
 * and need no installed font. From DejaVu Sans Condensed Bold 2.37, which is free to use, change and redistribute:
 * Copyright (c) 2003 by Bitstream, Inc. All Rights Reserved. Bitstream Vera is a trademark of Bitstream, Inc.
 * DejaVu changes are in public domain.
 *
 * By character: its advance, and its path of M, L, C and Z. Units are thousandths of the font size; y grows upwards.
 */
const GLYPHS = outlines as Partial<Record<string, (number | string)[]>> as Readonly<
  Partial<Record<string, readonly [advance: number, path: string]>>
>;

interface Square {
  readonly x: number;
  readonly y: number;
  readonly edge: number;
}

/** A QR code as vectors, with its quiet zone and frame. The unit is one module, the origin the top left corner. */
export interface QrDrawing {
  readonly width: number;
  readonly height: number;
  /** Modules along an edge of the code, without its quiet zone. */
  readonly size: number;
  /** Filled one over the other. Paths have M, L, C and Z alone, in absolute coordinates. */
  readonly fills: readonly { readonly color: string; readonly path: string }[];
  /** Where the logo is, as large as fits. */
  readonly logo: Square | null;
}

/** Of the frame around the quiet zone, and of its band with the text. */
const BORDER = 1;
const BAND = 7;
/** Largest size of the text, and its distance to the edges of the band. */
const TEXT_SIZE = 4.5;
const TEXT_MARGIN = 1.5;
/** Height of capital letters, in parts of the size. */
const CAPITALS = 0.73;
/** Modules around the logo that stay free. */
const LOGO_MARGIN = 0.5;
/** Modules along an edge of a finder pattern. */
const FINDER = 7;

export function drawQr(matrix: QrMatrix, design: QrDesign): QrDrawing {
  const { foreground, background, frameText } = design;
  const border = frameText === null ? 0 : BORDER;
  const inner = matrix.size + 2 * QUIET_ZONE;
  const width = inner + 2 * border;
  const height = frameText === null ? width : inner + border + BAND;
  const corner = border + QUIET_ZONE;
  const logo = design.logo && logoOf(matrix.size, corner, design.logo.percent);
  const fills = [{ color: background, path: rectangle(border, border, inner, inner) }];
  if (frameText !== null) {
    fills.unshift({ color: foreground, path: roundedRectangle(0, 0, width, height, 2) });
    fills.push({ color: background, path: textPath(frameText, width / 2, border + inner, width - 2 * TEXT_MARGIN) });
  }
  fills.push({ color: foreground, path: modulesPath(matrix, design.modules, corner, logo) });
  return { width, height, size: matrix.size, fills, logo };
}

function logoOf(size: number, corner: number, percent: number): Square {
  const edge = (size * percent) / 100;
  const at = corner + (size - edge) / 2;
  return { x: at, y: at, edge };
}

/** Whether a logo or its margin covers a module. */
function coveredBy(logo: Square, corner: number): (row: number, column: number) => boolean {
  const min = logo.x - corner - LOGO_MARGIN;
  const max = logo.x - corner + logo.edge + LOGO_MARGIN;
  const isWithin = (at: number) => at + 1 > min && at < max;
  return (row, column) => isWithin(row) && isWithin(column);
}

/**
 * Draws a code whose modules are all wrong where a logo of this size covers them. Which of them a logo changes depends on the
 * link and on the picture: if decoders read this drawing, they can correct the logo in the code of every link as long as this one.
 */
export function drawUnderLogo(matrix: QrMatrix, design: QrDesign, percent: number): QrDrawing {
  const { size } = matrix;
  const isCovered = coveredBy(logoOf(size, 0, percent), 0);
  const get = (row: number, column: number) => {
    const module = matrix.get(row, column);
    return isCovered(row, column) ? 1 - module : module;
  };
  return drawQr({ size, get }, { ...design, logo: null });
}

function modulesPath(matrix: QrMatrix, shape: QrDesign['modules'], corner: number, logo: Square | null): string {
  const { size } = matrix;
  const isCovered = logo === null ? () => false : coveredBy(logo, corner);
  const isFinder = (row: number, column: number) =>
    (row < FINDER && (column < FINDER || column >= size - FINDER)) || (row >= size - FINDER && column < FINDER);
  const isDark = (row: number, column: number) =>
    row >= 0 && column >= 0 && row < size && column < size && matrix.get(row, column) === 1 && !isCovered(row, column);
  if (shape === 'square') return runsPath(size, corner, isDark);
  let path = '';
  for (const [x, y] of [
    [0, 0],
    [size - FINDER, 0],
    [0, size - FINDER],
  ] as const) {
    path += finderPath(corner + x, corner + y);
  }
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      if (!isDark(row, column) || isFinder(row, column)) continue;
      const [x, y] = [corner + column, corner + row];
      path += shape === 'dots' ? dot(x, y) : joined(x, y, (dy, dx) => isDark(row + dy, column + dx));
    }
  }
  return path;
}

/** The ring and the square of a finder pattern, with round corners. */
function finderPath(x: number, y: number): string {
  const hole = roundedRectangle(x + 1, y + 1, FINDER - 2, FINDER - 2, 1.2, true);
  return roundedRectangle(x, y, FINDER, FINDER, 2) + hole + roundedRectangle(x + 2, y + 2, FINDER - 4, FINDER - 4, 0.8);
}

/** Distance of the handles of a curve that replaces a quarter of a circle. */
const KAPPA = 0.5523;
/** A dot as large as its module reads best. */
const DOT_RADIUS = 0.5;

const dot = (x: number, y: number) => roundedRectangle(x, y, 2 * DOT_RADIUS, 2 * DOT_RADIUS, DOT_RADIUS);

/** A module whose corners are round where no dark module is beside them. */
function joined(x: number, y: number, isDark: (dy: number, dx: number) => boolean): string {
  const round = (dy: number, dx: number) => (isDark(dy, 0) || isDark(0, dx) ? 0 : 0.5);
  return cornered(x, y, 1, 1, [round(-1, -1), round(-1, 1), round(1, 1), round(1, -1)]);
}

const roundedRectangle = (x: number, y: number, width: number, height: number, radius: number, isHole = false) =>
  cornered(x, y, width, height, [radius, radius, radius, radius], isHole);

/**
 * @param radii of the corners, clockwise from the top left
 * @param isHole turns the other way round, so that a non-zero fill leaves it out
 */
function cornered(
  x: number,
  y: number,
  width: number,
  height: number,
  radii: readonly [number, number, number, number],
  isHole = false,
): string {
  const [right, bottom] = [x + width, y + height];
  const [a, b, c, d] = radii;
  const handle = 1 - KAPPA;
  const corners = [
    { from: [x, y + a], to: [x + a, y], one: [x, y + a * handle], two: [x + a * handle, y] },
    { from: [right - b, y], to: [right, y + b], one: [right - b * handle, y], two: [right, y + b * handle] },
    {
      from: [right, bottom - c],
      to: [right - c, bottom],
      one: [right, bottom - c * handle],
      two: [right - c * handle, bottom],
    },
    { from: [x + d, bottom], to: [x, bottom - d], one: [x + d * handle, bottom], two: [x, bottom - d * handle] },
  ];
  const turned = isHole
    ? corners.reverse().map(({ from, to, one, two }) => ({ from: to, to: from, one: two, two: one }))
    : corners;
  const path = turned.map(({ from, to, one, two }, n) => {
    // A dot has no edges between its corners.
    const edge = n > 0 && isSame(from, turned[n - 1]?.to) ? '' : `L${pair(from)}`;
    return isSame(from, to) ? edge : `${edge}C${pair(one)} ${pair(two)} ${pair(to)}`;
  });
  return `M${path.join('').slice(1)}Z`;
}

/** A line of text in the band that begins at `top`, as large as fits. */
function textPath(text: string, middle: number, top: number, max: number): string {
  const glyphs = [...text].map((letter) => GLYPHS[letter] ?? ([0, ''] as const));
  const units = glyphs.reduce((sum, [advance]) => sum + advance, 0);
  const size = Math.min(TEXT_SIZE, (max * 1000) / units);
  const baseLine = top + (BAND + CAPITALS * size) / 2;
  let x = middle - (units * size) / 2000;
  let path = '';
  for (const [advance, outline] of glyphs) {
    const left = x;
    path += outline.replace(
      /(-?\d+) (-?\d+)/g,
      (_, right: string, up: string) =>
        `${coordinate(left + (Number(right) * size) / 1000)} ${coordinate(baseLine - (Number(up) * size) / 1000)}`,
    );
    x += (advance * size) / 1000;
  }
  return path;
}

const isSame = ([x, y]: readonly number[], other: readonly number[] = []) => x === other[0] && y === other[1];

const pair = ([x = 0, y = 0]: readonly number[]) => `${coordinate(x)} ${coordinate(y)}`;

/**
 * The elements of a drawing, without the `svg` around them.
 * @param logo address of the picture of the logo; null: no picture, and its place stays free
 */
export function svgElements({ fills, logo: place }: QrDrawing, logo: string | null): string {
  const paths = fills.map(({ color, path }) => `<path fill="${color}" d="${path}"/>`);
  if (place === null || logo === null) return paths.join('');
  const { x, y, edge } = place;
  return `${paths.join('')}<image x="${x}" y="${y}" width="${edge}" height="${edge}" href="${logo}"/>`;
}

/**
 * A drawing as an SVG file.
 * @param logo as in `svgElements`; a file shows only pictures that it holds, by an address of `data:`
 * @param width in pixels
 */
export function svgOfDrawing(drawing: QrDrawing, logo: string | null, width: number): string {
  const height = Math.round((width * drawing.height) / drawing.width);
  const size = `width="${width}" height="${height}" viewBox="0 0 ${drawing.width} ${drawing.height}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${svgElements(drawing, logo)}</svg>`;
}
