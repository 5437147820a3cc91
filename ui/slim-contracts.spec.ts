import { readdirSync, readFileSync } from 'node:fs';
import { calls } from '@perktree/contracts/catalogue/calls';
import { build, type Rollup } from 'vite';
import { describe, expect, it } from 'vitest';
import { slimContracts } from './slim-contracts.ts';

/** What is in a script that is built from this source. */
async function scriptOf(source: string): Promise<string> {
  const entry = `${import.meta.dirname}/virtual-entry.ts`;
  const built = (await build({
    configFile: false,
    root: import.meta.dirname,
    logLevel: 'error',
    plugins: [
      {
        name: 'virtual-entry',
        enforce: 'pre',
        resolveId: (id) => (id === entry ? id : undefined),
        load: (id) => (id === entry ? source : undefined),
      },
      slimContracts(),
    ],
    build: { write: false, rollupOptions: { input: entry, preserveEntrySignatures: 'strict' } },
  })) as Rollup.RollupOutput;
  return built.output.map((file) => ('code' in file ? file.code : '')).join('\n');
}

describe('the contracts in the browser’s scripts', () => {
  it('have every call with method and path, and no schema', async () => {
    const script = await scriptOf(`export { calls } from '@perktree/contracts/catalogue/calls';`);
    const module = (await import(`data:text/javascript,${encodeURIComponent(script)}`)) as { calls: typeof calls };
    const wanted = Object.entries(calls).map(([name, { method, path }]) => [name, { method, path }]);
    for (const [name, call] of wanted)
      expect(module.calls).toHaveProperty(name as string, expect.objectContaining(call));
    expect(Object.keys(module.calls)).toEqual(Object.keys(calls));
    expect(script).not.toContain('_zod');
    expect(script).not.toContain('Site reports');
  });

  it('have the bodies for the form rules, in separate modules', async () => {
    const script = await scriptOf(
      `export { issuesOfBody } from './lib/forms/rules.ts'; export { calls } from '@perktree/contracts/catalogue/calls';`,
    );
    const module = (await import(`data:text/javascript,${encodeURIComponent(script)}`)) as {
      calls: typeof calls;
      issuesOfBody: typeof import('./lib/forms/rules.ts').issuesOfBody;
    };
    const issues = module.issuesOfBody(module.calls.createSite, { name: '', currency: 'EUR' });
    expect(issues).toMatchObject([{ path: 'name', code: 'NAME_REQUIRED' }]);
    expect(module.calls.createSite.body).toBeUndefined();
    expect(script).not.toContain('qrCodeImage');
  });

  it('are read only for method and path', () => {
    const screens = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter(
      (file) =>
        /\.tsx?$/.test(file) &&
        !/\.spec\.tsx?$|(^|\/)(dist|node_modules)\/|^testing\/|lib\/forms\/rules\.ts$/.test(file),
    );
    expect(screens.length).toBeGreaterThan(100);
    const reads = screens.flatMap((file) =>
      [
        ...readFileSync(`${import.meta.dirname}/${file}`, 'utf8').matchAll(
          /^.*\b\w*[cC]alls?\.(?:\w+\.)?(params|query|body|answer|status|access|summary|tag)\b.*$/gm,
        ),
      ]
        .filter(([line]) => !/typeof \w+/.test(line))
        .map(([line]) => `${file}: ${line.trim()}`),
    );
    expect(reads).toEqual([]);
  });
});
