/** A QR as vectors, in units of one module, without quiet zone. */
export interface QrOutline {
  /** Modules along an edge. */
  readonly size: number;
  /** SVG path data of the dark modules; the origin is the top left corner. */
  readonly path: string;
}

/** What a printed code keeps free on each side, modules (ISO/IEC 18004, 6.3.8); scanners fail without. */
export const QUIET_ZONE = 4;

/** The outline of a text's QR, error correction M. The library that computes it is fetched now. */
export async function qrOutline(text: string): Promise<QrOutline> {
  const { create } = await import('qrcode');
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  return { size: modules.size, path: pathOf(modules.size, (row, column) => modules.get(row, column) === 1) };
}

/** One rectangle for each run of dark modules in a row: no seams within a run, and a third of the size. */
function pathOf(size: number, isDark: (row: number, column: number) => boolean): string {
  let path = '';
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      if (!isDark(row, column)) continue;
      const start = column;
      while (column < size && isDark(row, column)) column += 1;
      path += `M${start} ${row}L${column} ${row}L${column} ${row + 1}L${start} ${row + 1}Z`;
    }
  }
  return path;
}
