import { describe, expect, it } from 'vitest';
import { files, read } from './repository.ts';

/** Gives a file to a browser. */
const GIVES = /Content-Disposition'|\bdownload(?:Text|Url|Blob)\(|\bdownload=\{|\bsaveImage\(/;
/** Contracts that name files: contracts/kernel/file-name.ts, and what is made of it. */
const NAMES = /\b(?:fileName|fileStem|nameFile|printSheetNames)\(/;

/** Files that give what others name. */
const NAMED_BY: Readonly<Record<string, string>> = {
  'identity/pictures/routes.ts': 'A picture of a page, which is shown.',
  'platform/files/routes.ts': 'By the call that made it: `name` of each long call.',
  'query-service/qr/print-sheets/routes.ts': 'printSheetNames',
  'ui/kit/download-link.tsx': 'By the server, or by its callers.',
  'ui/qr/shared/dialogs/use-qr-actions.ts': 'By the specification: qrFileName.',
  'ui/qr/shared/dialogs/display-dialog.tsx': 'By the specification: qrFileName.',
  'ui/qr/print-sheets/print-sheets-page.tsx': 'By the server.',
  'ui/lib/download.ts': 'By its callers.',
  'ui/lib/api.ts': 'Reads the name that the server gave.',
};

const isProduct = (file: string) =>
  /^(?:apps|audit-service|identity|mail-service|platform|query-service|command-service|ui|webhook-service)\/.*\.tsx?$/.test(
    file,
  ) && !/\.spec\.tsx?$|\/testing\//.test(file);

describe('one rule names every file that the product gives', () => {
  const giving = files().filter((file) => isProduct(file) && GIVES.test(read(file)));

  it('is found where files are given', () => {
    expect(giving.length).toBeGreaterThan(10);
  });

  it.each(giving)('%s', (file) => {
    expect(NAMES.test(read(file)) || file in NAMED_BY).toBe(true);
  });

  it('each long call begins its name with its kind, which has a text in each language', () => {
    const kinds = files()
      .filter(isProduct)
      .flatMap((file) => [...read(file).matchAll(/(?:fileStem\(\[|nameOf\()'([a-z-]+)'/g)].map(([, kind]) => kind));
    for (const language of ['en', 'es']) {
      const texts = JSON.parse(read(`ui/locales/${language}/shared/files.json`));
      expect(Object.keys(texts.kind).sort()).toEqual([...new Set(kinds)].sort());
    }
  });
});
