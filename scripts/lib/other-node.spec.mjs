import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ON_OTHER_NODE, otherVersion } from './other-node.mjs';
import { root } from './project.mjs';

describe('the other version of Node', () => {
  it('is the long-term one on the oldest, and the oldest on each later one', () => {
    expect(['20.19.0', '20.20.2', '22.1.0', '24.21.0', '26.1.0'].map(otherVersion)).toEqual([
      ...['24', '24', '20.19', '20.19', '20.19'],
    ]);
  });

  it('runs specs that exist', () => {
    const files = readdirSync(join(root, 'verification/e2e')).map((name) => `verification/e2e/${name}`);
    for (const spec of ON_OTHER_NODE.filter((each) => each.startsWith('verification/'))) {
      expect(
        files.some((file) => file.startsWith(`${spec}.`)),
        spec,
      ).toBe(true);
    }
  });
});
