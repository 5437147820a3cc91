import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { COMMISSION_RULES } from '@perktree/contracts/commission/registry';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const { RULES }: { RULES: ReadonlyMap<number, unknown> } = await import(join(ROOT, 'scripts/verify-statement.mjs'));
const PRODUCT = [
  ...['contracts', 'event-store', 'command-service', 'projector', 'query-service', 'audit-service'],
  ...['identity', 'platform', 'ui', 'apps'],
];

const isProduct = (path: string) =>
  /\.(ts|tsx|json)$/.test(path) && !/\.spec\.tsx?$|(^|\/)(testing|fixtures|node_modules|dist)\//.test(path);
const files = PRODUCT.flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((path) => `${folder}/${path}`),
)
  .filter(isProduct)
  .sort();

// docs/how-to/add-a-commission-rule.md
describe('a commission rule is a folder and a row, for the product and for the audit', () => {
  const folders = readdirSync(join(ROOT, 'contracts/commission')).filter((name) => /^v\d/.test(name));

  it('has a folder for each row of the registry, with one product file', () => {
    expect(folders).toEqual(COMMISSION_RULES.map(({ version, name }) => `v${version}-${name.replaceAll('_', '-')}`));
    for (const folder of folders) {
      expect(files.filter((path) => path.startsWith(`contracts/commission/${folder}/`))).toEqual([
        `contracts/commission/${folder}/rule.ts`,
      ]);
    }
  });

  it.each(COMMISSION_RULES)('$name is named in four product files', ({ version, name }) => {
    const words = name.split('_');
    const camel = words.map((word, n) => (n === 0 ? word : `${word[0]?.toUpperCase()}${word.slice(1)}`)).join('');
    const own = `contracts/commission/v${version}-${words.join('-')}/rule.ts`;
    const calculation = `audit-service/commission/${words.join('-')}.ts`;
    const naming = files.filter((path) => {
      const text = readFileSync(join(ROOT, path), 'utf8');
      return path === own || path === calculation || [camel, words.join('-'), name].some((one) => text.includes(one));
    });
    expect(naming.sort()).toEqual(
      [calculation, 'audit-service/commission/calculations.ts', 'contracts/commission/registry.ts', own].sort(),
    );
  });

  it('is known to the verifier of statements, which has no registry but its own', () => {
    expect([...RULES.keys()]).toEqual(COMMISSION_RULES.map(({ version }) => version));
  });
});
