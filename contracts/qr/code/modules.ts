/** Quiet zone of printed codes in modules (ISO/IEC 18004, 6.3.8). Scanners fail without it. */
export const QUIET_ZONE = 4;

/** The modules of a QR code, as the library `qrcode` gives them. */
export interface QrMatrix {
  /** Modules along an edge. */
  readonly size: number;
  /** 1 for a dark module. */
  get(row: number, column: number): number;
}

/** One rectangle for each run of dark modules in a row: no seams within a run, and a third of the size. */
export function runsPath(size: number, corner: number, isDark: (row: number, column: number) => boolean): string {
  let path = '';
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      if (!isDark(row, column)) continue;
      const start = column;
      while (column < size && isDark(row, column)) column += 1;
      path += rectangle(corner + start, corner + row, column - start, 1);
    }
  }
  return path;
}

export const rectangle = (x: number, y: number, width: number, height: number) =>
  `M${coordinate(x)} ${coordinate(y)}L${coordinate(x + width)} ${coordinate(y)}L${coordinate(x + width)} ${coordinate(y + height)}L${coordinate(x)} ${coordinate(y + height)}Z`;

/** Four decimals: less than a printer shows. */
export const coordinate = (value: number) => String(Math.round(value * 10_000) / 10_000);
