import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { expect, it } from 'vitest';
import { zipOf } from './zip.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const FILES = [
  { name: 'Print-sheet-A4-1.svg', content: bytes('<svg>1</svg>') },
  { name: 'Hoja-Ñandú-2.svg', content: bytes('<svg>お茶</svg>') },
  { name: 'empty.svg', content: new Uint8Array() },
];

it('contains every file under its name', () => {
  const folder = mkdtempSync(join(tmpdir(), 'zip-'));
  try {
    const path = join(folder, 'sheet.zip');
    writeFileSync(path, zipOf(FILES));
    // Python's reader checks names, sizes and sums.
    const script =
      'import sys,zipfile; z=zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; z.extractall(sys.argv[2])';
    execFileSync('python3', ['-c', script, path, folder]);
    for (const { name, content } of FILES) expect(new Uint8Array(readFileSync(join(folder, name)))).toEqual(content);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it('computes the same checksum as zlib', () => {
  const archive = zipOf(FILES.slice(0, 1));
  expect(new DataView(archive.buffer).getUint32(14, true)).toBe(crc32(FILES[0]?.content ?? ''));
});
