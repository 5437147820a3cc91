import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { useComposedApp } from '@perktree/apps/standalone/testing/use-composed-app';
import { Visitor } from '@perktree/apps/standalone/testing/visitor';
import { MAX_PICTURES } from '@perktree/contracts/brand/picture-calls';
import { PNG } from 'pngjs';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';

const composed = await useComposedApp();
const owner = await new Visitor(composed.app, 'owner').register('business');
const other = await new Visitor(composed.app, 'other').register('business');

const picture = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 3, background } });
const png = (width = 20, height = 10, colour = '#c00') => picture(width, height, colour).png().toBuffer();
const svg = (inside: string, attributes = 'viewBox="0 0 20 10"') =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${inside}</svg>`);

/** A PNG whose header states another size than its data has. */
function pngOfSize(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const head = Buffer.alloc(8);
    head.writeUInt32BE(data.length);
    head.write(type, 4, 'latin1');
    return Buffer.concat([head, data, Buffer.alloc(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', deflateSync(Buffer.alloc(1000)))]);
}

async function upload(visitor: Visitor | null, body: Buffer, type = 'image/png') {
  const response = await composed.app.inject({
    ...{ method: 'POST', url: '/api/pictures', payload: body },
    headers: { 'content-type': type, ...(visitor && { cookie: visitor.cookie }) },
  });
  return { status: response.statusCode, body: response.json() };
}
const get = (url: string) => composed.app.inject({ url });
const issuesOf = async (...upload_: Parameters<typeof upload>) => {
  const { status, body } = await upload(...upload_);
  return [status, ...(body.issues ?? []).map(({ path, code }: Record<string, string>) => `${path} ${code}`)];
};

describe('an uploaded picture', () => {
  it('is re-encoded as a PNG, and served under its hash permanently', async () => {
    const { status, body } = await upload(owner, await png(1000, 500));
    expect([status, body.width, body.height]).toEqual([201, 512, 256]);
    const served = await get(body.url);
    expect(served.statusCode).toBe(200);
    expect(createHash('sha256').update(served.rawPayload).digest('hex')).toBe(body.hash);
    expect(served.rawPayload).toHaveLength(body.bytes);
    expect(PNG.sync.read(served.rawPayload)).toMatchObject({ width: 512, height: 256 });
    expect(served.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-disposition': 'inline',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
    });
  });

  it('may be a JPEG or an SVG, which is drawn at the size that is stored', async () => {
    const jpeg = await picture(30, 40, '#080').jpeg().toBuffer();
    expect((await upload(owner, jpeg, 'image/jpeg')).body).toMatchObject({ width: 30, height: 40 });
    const drawing = svg('<rect width="20" height="10" fill="#00c"/>');
    const { body } = await upload(owner, drawing, 'image/svg+xml; charset=utf-8');
    expect(body).toMatchObject({ width: 512, height: 256 });
    const { data } = PNG.sync.read((await get(body.url)).rawPayload);
    expect([...data.subarray(0, 4)]).toEqual([0, 0, 0xcc, 255]);
  });

  it.each([
    ...['width="10mm" height="10mm"', 'width="0.4in" height="0.4in"', 'width="10" height="10"'],
    // Without a size in pixels.
    ...['', 'width="100%" height="100%"', 'width="auto"'],
  ])('may be an SVG of any size: %s', async (size) => {
    const drawing = svg('<path d="M0 0h8v8z"/>', `${size} viewBox="0 0 8 8"`);
    expect((await upload(owner, drawing, 'image/svg+xml')).body).toMatchObject({ width: 512, height: 512 });
  });

  it('loses its metadata, and is turned as its metadata said', async () => {
    const turned = picture(30, 40, '#080')
      .withExif({ IFD0: { Copyright: 'Ana Smith' } })
      .withMetadata({ orientation: 6 });
    const { body } = await upload(owner, await turned.jpeg().toBuffer(), 'image/jpeg');
    expect(body).toMatchObject({ width: 40, height: 30 });
    const { rawPayload } = await get(body.url);
    expect(rawPayload.includes('Ana')).toBe(false);
    expect((await sharp(rawPayload).metadata()).exif).toBeUndefined();
  });

  it('is stored once, and by each business that uploads it', async () => {
    const first = await upload(owner, await png(7, 7));
    expect((await upload(owner, await png(7, 7))).body).toEqual(first.body);
    expect((await upload(other, await png(7, 7))).body.hash).toBe(first.body.hash);
    expect(await other.must('GET', '/api/pictures')).toHaveLength(1);
    expect((await other.call('DELETE', first.body.url)).status).toBe(204);
    expect((await other.call('DELETE', first.body.url)).status).toBe(404);
    expect((await get(first.body.url)).statusCode).toBe(200);
    expect((await owner.call('DELETE', first.body.url)).status).toBe(204);
    expect((await get(first.body.url)).statusCode).toBe(404);
  });

  it('is deleted with the account of its owner', async () => {
    const leaver = await new Visitor(composed.app, 'leaver').register('business');
    const { body } = await upload(leaver, await png(9, 9));
    const erasure = { password: 'correct horse battery', closeBusiness: true };
    await leaver.must('POST', '/api/me/erase', erasure);
    expect((await get(body.url)).statusCode).toBe(404);
  });
});

describe('an upload is refused', () => {
  it('of a caller who is no owner', async () => {
    const customer = await new Visitor(composed.app, 'customer').register('customer');
    expect((await upload(null, await png())).status).toBe(401);
    expect((await upload(customer, await png())).status).toBe(403);
  });

  it.each<readonly [string, () => Buffer | Promise<Buffer>, string, string]>([
    ['another type', () => Buffer.from('%PDF-1.7'), 'application/pdf', 'PICTURE_TYPE'],
    ['another type than it says', () => png(), 'image/jpeg', 'PICTURE_TYPE'],
    ['a GIF that says it is a PNG', () => picture(5, 5, '#000').gif().toBuffer(), 'image/png', 'PICTURE_TYPE'],
    ['nothing', () => Buffer.alloc(0), 'image/png', 'REQUIRED'],
    ['50 megapixels', () => pngOfSize(10_000, 5_000), 'image/png', 'PICTURE_TOO_MANY_PIXELS'],
    ['a PNG of no size', () => pngOfSize(0, 10), 'image/png', 'PICTURE_UNREADABLE'],
    ['a damaged PNG', () => pngOfSize(10, 10), 'image/png', 'PICTURE_UNREADABLE'],
  ])('with %s', async (_, make, type, code) => {
    expect(await issuesOf(owner, await make(), type)).toEqual([400, `picture ${code}`]);
  });

  it('above 1 MiB', async () => {
    expect(await issuesOf(owner, Buffer.alloc(1024 * 1024 + 1))).toEqual([413, 'picture PICTURE_TOO_LARGE']);
  });

  it('before it is decoded, which would take minutes', async () => {
    const bomb = Buffer.concat([pngOfSize(65_000, 65_000), Buffer.alloc(1_000_000)]);
    expect(await issuesOf(owner, bomb)).toEqual([400, 'picture PICTURE_TOO_MANY_PIXELS']);
  });

  const rect = '<rect width="9" height="9"/>';
  it.each([
    ['a script', svg('<script>alert(1)</script>'), 'PICTURE_SCRIPT'],
    ['a script in a namespace', svg('<svg:script>alert(1)</svg:script>'), 'PICTURE_SCRIPT'],
    [
      'a script with a prefix of the file',
      svg('<x:script/>', 'xmlns:x="http://www.w3.org/2000/svg"'),
      'PICTURE_SCRIPT',
    ],
    ['a handler of events', svg('<rect onload="alert(1)"/>'), 'PICTURE_SCRIPT'],
    ['an animation', svg('<rect><animate attributeName="x"/></rect>'), 'PICTURE_SCRIPT'],
    ['a link to a script', svg('<a href="javascript:alert(1)">x</a>'), 'PICTURE_SCRIPT'],
    ['an external picture', svg('<image href="http://example.test/a.png"/>'), 'PICTURE_EXTERNAL'],
    ['an embedded picture', svg('<image href="data:image/png;base64,AAAA"/>'), 'PICTURE_EXTERNAL'],
    ['an external part', svg('<use xlink:href="file:///etc/passwd#a"/>'), 'PICTURE_EXTERNAL'],
    ['a hidden external part', svg('<use href="&#104;ttp://example.test/a.svg#a"/>'), 'PICTURE_EXTERNAL'],
    ['an external fill', svg('<rect fill="url(http://example.test/a.svg#a)"/>'), 'PICTURE_EXTERNAL'],
    ['an external style', svg('<style>@import "http://example.test/a.css";</style>'), 'PICTURE_EXTERNAL'],
    ['an escaped external fill', svg('<style>rect{fill:\\75rl(http://example.test/a)}</style>'), 'PICTURE_EXTERNAL'],
    ['a style sheet', Buffer.from(`<?xml-stylesheet href="a.css"?>${svg(rect)}`), 'PICTURE_EXTERNAL'],
    ['HTML', svg('<foreignObject><body/></foreignObject>'), 'PICTURE_EXTERNAL'],
    ['an entity', Buffer.from(`<!DOCTYPE svg [<!ENTITY a "b">]>${svg('&a;')}`), 'PICTURE_ENTITY'],
    ['an external entity', Buffer.from(`<!DOCTYPE svg SYSTEM "file:///etc/passwd">${svg(rect)}`), 'PICTURE_ENTITY'],
    ['an unknown entity', svg('<text>&lol;</text>'), 'PICTURE_ENTITY'],
    ['an unknown element', svg('<blink/>'), 'PICTURE_ELEMENT'],
    ['too many pixels', svg(rect, 'width="10000" height="5000"'), 'PICTURE_TOO_MANY_PIXELS'],
    ['another encoding', Buffer.from(`\ufeff${svg(rect)}`, 'utf16le'), 'PICTURE_TYPE'],
    ['a cut end', svg(rect).subarray(0, 70), 'PICTURE_UNREADABLE'],
    // Each read in linear time.
    ['comments without end', Buffer.from('<!--'.repeat(250_000)), 'PICTURE_UNREADABLE'],
    ['comments alone', Buffer.from('<!---->'.repeat(140_000)), 'PICTURE_UNREADABLE'],
    ['tags without end', Buffer.from('<svg '.repeat(200_000)), 'PICTURE_UNREADABLE'],
  ])('as an SVG with %s', async (_, drawing, code) => {
    const reply = await issuesOf(owner, drawing, 'image/svg+xml');
    expect(reply).toEqual([400, `picture ${code}`]);
  });

  it('but not an SVG of an editor, of a plain type, with a gradient or with text', async () => {
    const type = '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">';
    const gradient = '<defs><linearGradient id="g"><stop offset="0"/></linearGradient></defs>';
    const namespaces = 'xmlns:sodipodi="a" xmlns:rdf="b" viewBox="0 0 9 9"';
    for (const drawing of [
      svg(`<sodipodi:namedview/><metadata><rdf:RDF/></metadata>${rect}`, namespaces),
      Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n${type}\n${svg(rect)}`),
      svg(`${gradient}<rect width="9" height="9" fill="url(#g)"/>`),
      svg('<text y="9">Caf&#xe9; &amp; Bar</text>'),
    ])
      expect((await upload(owner, drawing, 'image/svg+xml')).status).toBe(201);
  });

  it('above the number of pictures that a business may store', async () => {
    const collector = await new Visitor(composed.app, 'collector').register('business');
    await upload(collector, await png(3, 3));
    await composed.pool.query(
      `INSERT INTO identity.pictures (tenant_id, hash, content, width, height)
       SELECT tenant_id, hash || n, content, 1, 1 FROM identity.pictures, generate_series(2, $1) n
       WHERE tenant_id = (SELECT id FROM identity.tenants WHERE owner_id = $2)`,
      [MAX_PICTURES, collector.id],
    );
    expect((await upload(collector, await png(3, 3))).status).toBe(201);
    expect((await upload(collector, await png(4, 4))).body.code).toBe('PICTURES_FULL');
  });
});
