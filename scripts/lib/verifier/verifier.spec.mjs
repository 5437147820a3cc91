import { join } from 'node:path';
import { build } from 'vite';
import { expect, it } from 'vitest';
import { root } from '../project.mjs';

const BANNER = `#!/usr/bin/env node
// Made of scripts/lib/verifier and contracts/kernel/strict-json.ts by npm run docs: change those.`;

/** One file that runs with Node alone. */
async function bundled() {
  const { output } = await build({
    ...{ configFile: false, root, logLevel: 'silent' },
    build: {
      ...{ ssr: join(root, 'scripts/lib/verifier/main.mjs'), target: 'node18', minify: false, write: false },
      rollupOptions: { output: { banner: BANNER } },
    },
  });
  expect(output).toHaveLength(1);
  return output[0].code;
}

it('scripts/verify-statement.mjs is made of its modules (if not: npm run docs)', async () => {
  const code = await bundled();
  for (const [, imported] of code.matchAll(/^import .* from ["'](.*)["'];$/gm)) expect(imported).toMatch(/^node:/);
  await expect(code).toMatchFileSnapshot(join(root, 'scripts/verify-statement.mjs'));
});
