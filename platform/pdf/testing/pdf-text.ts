import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFDocument,
  type PDFObject,
  type PDFPage,
  PDFRawStream,
} from '@cantoo/pdf-lib';

type Letters = ReadonlyMap<number, string>;

/** The texts of each page, in the order that they are drawn: letters of embedded fonts by their ToUnicode maps. */
export async function pdfTexts(pdf: Uint8Array): Promise<readonly (readonly string[])[]> {
  const document = await PDFDocument.load(pdf, { updateMetadata: false });
  return document.getPages().map(textsOf);
}

/** The operators of a page. */
export function operatorsOf({ node, doc: { context } }: PDFPage): string {
  const contents = node.Contents();
  const parts = contents instanceof PDFArray ? contents.asArray() : [contents];
  return parts.map((part) => textOfStream(context, part)).join('\n');
}

function textOfStream(context: PDFDocument['context'], object: PDFObject | undefined): string {
  const stream = object && context.lookup(object);
  return stream instanceof PDFRawStream ? Buffer.from(decodePDFRawStream(stream).decode()).toString('latin1') : '';
}

function textsOf(page: PDFPage): readonly string[] {
  const { node } = page;
  const { context } = page.doc;
  const streamOf = (object: PDFObject | undefined) => textOfStream(context, object);
  const code = operatorsOf(page);
  const fonts = new Map<string, Letters>();
  const named = [...code.matchAll(/\/(\S+) [\d.]+ Tf/g)].map(([, name = '']) => name);
  const dictionaries = new Map(
    (node.Resources()?.entries() ?? [])
      .filter(([key]) => key.decodeText() === 'Font')
      .flatMap(([, value]) => {
        const found = context.lookup(value);
        return found instanceof PDFDict ? found.entries() : [];
      })
      .map(([key, value]) => [key.decodeText(), context.lookup(value)] as const),
  );
  for (const name of new Set(named)) {
    const font = dictionaries.get(name);
    const entry = font instanceof PDFDict ? font.entries().find(([key]) => key.decodeText() === 'ToUnicode') : null;
    fonts.set(name, lettersOf(streamOf(entry?.[1])));
  }
  return [...code.matchAll(/\bBT\b(.*?)\bET\b/gs)].map(([, block = '']) => {
    const letters = fonts.get(/\/(\S+) [\d.]+ Tf/.exec(block)?.[1] ?? '');
    const shown = [...block.matchAll(/\[([^\]]*)\] TJ/g)].map(([, array = '']) => array).join(' ');
    const codes = [...shown.matchAll(/<([\da-f]*)>/gi)].map(([, hex = '']) => hex).join('');
    return [...codes.matchAll(/.{4}/g)].map(([one]) => letters?.get(Number.parseInt(one, 16)) ?? '').join('');
  });
}

/** From `<first> <last> [<letters> …]`; letters are UTF-16BE in hexadecimal. */
function lettersOf(map: string): Letters {
  const letters = new Map<number, string>();
  for (const [, first = '', array = ''] of map.matchAll(/<([\da-f]+)> <[\da-f]+> \[([^\]]*)\]/gi)) {
    const from = Number.parseInt(first, 16);
    for (const [n, [, hex = '']] of [...array.matchAll(/<([\da-f ]*)>/gi)].entries())
      letters.set(from + n, Buffer.from(hex.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'));
  }
  return letters;
}

const PATHS: Readonly<Record<string, string>> = { m: 'M', l: 'L', c: 'C', h: 'Z' };

/** What an operator adds to the path of an SVG; null: it draws no path. */
function pathPart(operator: string, operands: readonly string[]): string | null {
  const [x, y, width, height] = operands;
  if (operator === 're') return `M${x} ${y}h${width}v${height}h${-Number(width)}Z`;
  return operator in PATHS ? `${PATHS[operator]}${operands.join(' ')}` : null;
}

/** The filled paths of a page as an SVG of its size in points: as much of PDF’s imaging model as codes need. */
export function svgOfPage(page: PDFPage): string {
  const { width, height } = page.getSize();
  const open = [0];
  let [color, path, drawn] = ['#000', '', ''];
  const close = (groups: number) => '</g>'.repeat(groups);
  const operands: string[] = [];
  for (const word of operatorsOf(page).split(/\s+/)) {
    if (/^-?[\d.]+(e-?\d+)?$/.test(word)) {
      operands.push(word);
      continue;
    }
    const given = operands.splice(0);
    const part = pathPart(word, given);
    if (part !== null) path += part;
    else if (word === 'S') path = '';
    else if (word === 'q') open.push(0);
    else if (word === 'Q') drawn += close(open.pop() ?? 0);
    else if (word === 'scn') color = `rgb(${given.map((part) => Math.round(Number(part) * 255)).join()})`;
    else if (word === 'cm') {
      drawn += `<g transform="matrix(${given.join(' ')})">`;
      open.push((open.pop() ?? 0) + 1);
    } else if (word === 'f') {
      drawn += `<path fill="${color}" d="${path}"/>`;
      path = '';
    }
  }
  const groups = open.reduce((sum, count) => sum + count, 0);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#fff"/><g transform="matrix(1 0 0 -1 0 ${height})">${drawn}${close(groups)}</g></svg>`;
}
