import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { BackupRefused } from './backup-refused.ts';

const NEWLINE = 0x0a;

/** The lines of a gzip file, without line breaks. @throws BackupRefused if the file is damaged or truncated */
export async function* linesOfFile(file: string): AsyncGenerator<string, void> {
  const gunzip = createGunzip();
  const unpacked = pipeline(createReadStream(file), gunzip, () => {}) as AsyncIterable<Buffer>;
  let rest: Buffer = Buffer.alloc(0);
  try {
    for await (const chunk of unpacked) {
      let from = 0;
      const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, from)) {
        yield bytes.toString('utf8', from, end);
        from = end + 1;
      }
      rest = bytes.subarray(from);
    }
  } catch (error) {
    throw asRefusal(file, error);
  }
  if (rest.length > 0) throw new BackupRefused(`${file} is cut off: its end is missing.`);
}

function asRefusal(file: string, error: unknown): unknown {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'ENOENT':
      return new BackupRefused(`There is no file ${file}.`);
    case 'Z_BUF_ERROR':
      return new BackupRefused(`${file} is cut off: its end is missing.`);
    case 'Z_DATA_ERROR':
      return new BackupRefused(`${file} is damaged, or not a backup: it cannot be unpacked.`);
    default:
      return error;
  }
}
