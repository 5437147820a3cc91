import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { applyDiff, stepsOf } from '../tutorials/steps.ts';

const ROOT = new URL('../../', import.meta.url).pathname;
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

it('shows the lines of the code that its steps change, in the tutorial and the page before it', () => {
  const written = new Map<string, string>();
  for (const page of ['how-to/add-a-command.md', 'tutorial/your-first-read-model.md']) {
    for (const { path, isDiff, text } of stepsOf(read(`docs/${page}`))) {
      written.set(path, isDiff ? applyDiff(written.get(path) ?? read(path), text, path) : text);
    }
  }
  expect(written.size).toBeGreaterThan(10);
});
