import { MAX_PICTURE_PIXELS } from '@perktree/contracts/brand/picture-calls';
import type { IssueCode } from '@perktree/contracts/kernel/issue-codes';
import { invalidField } from '@perktree/contracts/kernel/validation-issues';

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** @param size as a header gives it; null: it gives none. @throws Refused VALIDATION_FAILED */
export function checkSize(size: Size | null): void {
  if (size === null || size.width < 1 || size.height < 1) throw invalidField('picture', 'PICTURE_UNREADABLE');
  const { width, height } = size;
  if (width * height <= MAX_PICTURE_PIXELS) return;
  throw invalidField('picture', 'PICTURE_TOO_MANY_PIXELS', { width, height, max: MAX_PICTURE_PIXELS / 1024 / 1024 });
}

/** Elements that only draw. Everything else is refused: scripts, animation, embedded pictures, HTML, unknown names. */
const ELEMENTS = new Set(
  `svg g defs symbol use title desc metadata style switch a view path rect circle ellipse line polyline polygon
    text tspan textPath linearGradient radialGradient stop clipPath mask pattern marker filter feBlend
    feColorMatrix feComponentTransfer feComposite feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge
    feMergeNode feOffset feDropShadow`
    .toLowerCase()
    .split(/\s+/),
);
const SCRIPTS = new Set(['script', 'handler', 'listener']);
/** Elements that load another document. */
const LOADERS = new Set(['image', 'feimage', 'iframe', 'foreignobject', 'video', 'audio', 'object', 'embed', 'link']);
/** Prefixes of names that editors write for themselves; a decoder ignores them. */
const OF_EDITORS = /^(sodipodi|inkscape|rdf|cc|dc|sketch|serif|i|x|graph|adobe|figma|xodm|bx):/;

/** Most elements of a drawing, and of those that a decoder repeats or computes pixel by pixel. Logos have far fewer. */
const MAX_ELEMENTS = 5_000;
const MAX_REPEATED = 24;
/** Nested, each of these multiplies the work of the ones within. */
const REPEATED = new Set(['use', 'filter', 'pattern', 'mask', 'marker', 'clippath']);

/**
 * Refuses an SVG that is more than a drawing, before a parser reads it: declared entities, scripts, references to anything
 * outside the file, and unknown elements. It is strict: text that only resembles one of these is refused, too.
 * @throws Refused VALIDATION_FAILED, with the issue of the field `picture`
 */
export function checkSvg(bytes: Buffer): void {
  const text = decode(bytes);
  if (/<!(DOCTYPE|ENTITY|ATTLIST|ELEMENT|NOTATION)/i.test(withoutPlainDoctype(text))) refuse('PICTURE_ENTITY');
  if (/&(?!(amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-f]{1,6});)/i.test(text)) refuse('PICTURE_ENTITY');
  // A reference can be written as characters' numbers: both forms are looked at.
  for (const form of new Set([text, withCharacters(text)])) checkContent(form);
  const root = fromRoot(text);
  if (!/^<(svg:)?svg[\s>]/i.test(root)) refuse('PICTURE_UNREADABLE');
  const size = givenSize(root);
  if (size) checkSize(size);
}

function checkContent(text: string): void {
  if (/<\?(?!xml\s)/i.test(text)) refuse('PICTURE_EXTERNAL');
  // CSS writes letters as `\75`, and no drawing needs a backslash.
  if (text.includes('\\')) refuse('PICTURE_EXTERNAL');
  const names = Array.from(text.matchAll(/<\/?([A-Za-z_][\w:.-]*)/g), ([, name = '']) => name.toLowerCase());
  for (const name of names) checkElement(name);
  const opened = Array.from(text.matchAll(/<(?:[\w.-]+:)?([A-Za-z_][\w.-]*)/g), ([, name = '']) => name.toLowerCase());
  const repeated = opened.filter((name) => REPEATED.has(name) || name.startsWith('fe'));
  if (opened.length > MAX_ELEMENTS || repeated.length > MAX_REPEATED) refuse('PICTURE_UNREADABLE');
  if (/[\s"'/]on[a-z]+\s*=/i.test(text) || /(java|vb)script\s*:/i.test(text)) refuse('PICTURE_SCRIPT');
  for (const [, value = ''] of text.matchAll(/\b(?:href|src|base|data)\s*=\s*["']\s*([^"']*)/gi))
    if (!value.startsWith('#')) refuse('PICTURE_EXTERNAL');
  if (/url\(\s*(?!\s|["']?\s*#)/i.test(text) || /@import|image\s*\(|image-set/i.test(text)) refuse('PICTURE_EXTERNAL');
}

function checkElement(name: string): void {
  // With any prefix: a file may bind its own to the namespace of SVG.
  const local = name.replace(/^[^:]*:/, '');
  if (SCRIPTS.has(local)) refuse('PICTURE_SCRIPT');
  if (LOADERS.has(local)) refuse('PICTURE_EXTERNAL');
  if (/^(animate|set$)/.test(local)) refuse('PICTURE_SCRIPT');
  if (OF_EDITORS.test(name)) return;
  if (!ELEMENTS.has(name.replace(/^svg:/, ''))) refuse('PICTURE_ELEMENT', { name });
}

/** UTF-8 alone: in another encoding the checks would read another text than the decoder does. */
function decode(bytes: Buffer): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (/^[^>]*encoding\s*=\s*["'](?!utf-8)/i.test(text.slice(0, 200)) || text.includes('\0'))
      throw new Error('encoding');
    return text;
  } catch {
    throw invalidField('picture', 'PICTURE_UNREADABLE');
  }
}

/** Editors write the type of the document, which declares nothing by itself. */
const withoutPlainDoctype = (text: string) =>
  text.replace(/<!DOCTYPE svg PUBLIC "-\/\/W3C\/\/DTD SVG [^"[<>]*" "[^"[<>]*">/, '');

/** The text from its first element on. In linear time: a regular expression would try each way to divide the comments. */
function fromRoot(text: string): string {
  let rest = withoutPlainDoctype(text)
    .trimStart()
    .replace(/^<\?xml[^>]*\?>/i, '')
    .trimStart();
  while (rest.startsWith('<!--')) {
    const end = rest.indexOf('-->', '<!--'.length);
    rest = end === -1 ? '' : rest.slice(end + '-->'.length).trimStart();
  }
  return rest;
}

const withCharacters = (text: string) =>
  text.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos));/gi, (_, hex, decimal, name: string) => {
    if (name) return { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }[name.toLowerCase()] ?? '';
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });

/** The size that the root gives in pixels. Null: it gives none, and the drawing is made in any size. */
function givenSize(root: string): Size | null {
  const [tag = ''] = /^[^>]*>/.exec(root) ?? [];
  const side = (name: string) => Number(new RegExp(`\\s${name}\\s*=\\s*["']\\s*([\\d.e+]+)`, 'i').exec(tag)?.[1]);
  const [width, height] = [side('width'), side('height')];
  return width > 0 && height > 0 ? { width: Math.ceil(width), height: Math.ceil(height) } : null;
}

function refuse(code: IssueCode, values?: Record<string, string>): never {
  throw invalidField('picture', code, values);
}
