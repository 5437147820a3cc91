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

function textsOf({ node, doc: { context } }: PDFPage): readonly string[] {
  const streamOf = (object: PDFObject | undefined) => {
    const stream = object && context.lookup(object);
    return stream instanceof PDFRawStream ? Buffer.from(decodePDFRawStream(stream).decode()).toString('latin1') : '';
  };
  const contents = node.Contents();
  const code = (contents instanceof PDFArray ? contents.asArray() : [contents]).map(streamOf).join('\n');
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
