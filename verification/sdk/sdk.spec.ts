import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { projectWithClient, ROOT } from './client-project.ts';

const TYPED = `
import { client, type Problem, v1CreateRedemption, v1ReverseRedemption } from '@perktree/sdk';
import { type Client, createClient } from '@perktree/sdk/client';

client.setConfig({ baseUrl: 'https://perktree.example', auth: () => 'pt_live_x' });
const other: Client = createClient({ baseUrl: 'https://other.example' });

export async function redeem(siteId: string, code: string): Promise<string> {
  const { data, error, response } = await v1CreateRedemption({ client: other, body: { siteId, code } });
  if (error) {
    const problem: Problem = error;
    return response.status + problem.code;
  }
  const reference: string | null = data.reference;
  const { data: reversal } = await v1ReverseRedemption({
    ...{ path: { redemptionId: data.id }, body: { reason: 'returned goods' }, throwOnError: true },
  });
  return reference ?? reversal.amount;
}
`;
const WRONG = `
import { v1CreateRedemption } from '@perktree/sdk';

v1CreateRedemption({ body: { siteId: 'x', saleAmount: 12.5 } });
v1CreateRedemption({});
const { data } = await v1CreateRedemption({ body: { siteId: 'x' } });
export const length: number = data.benefit.length;
`;
const project = await projectWithClient();
afterAll(() => project.remove());

describe('the packed client', () => {
  it('is installed in an empty project without any other package', () => {
    const packages = readdirSync(join(project.folder, 'node_modules'), { recursive: true, encoding: 'utf8' });
    const manifests = packages.filter((path) => path.endsWith('package.json'));
    expect(manifests).toEqual(['@perktree/sdk/package.json']);
    const folder = join(project.folder, 'node_modules/@perktree/sdk');
    expect(readdirSync(folder).toSorted()).toEqual(['README.md', 'generated', 'package.json']);
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    expect(Object.keys(manifest)).not.toEqual(expect.arrayContaining([expect.stringMatching(/ependencies|scripts/)]));
  });

  it('has types with which a program compiles, and a wrong one does not', async () => {
    writeFileSync(join(project.folder, 'typed.mts'), TYPED);
    writeFileSync(join(project.folder, 'wrong.mts'), WRONG);
    const compiler = join(ROOT, 'node_modules/typescript-7/bin/tsc');
    const compile = (file: string) =>
      project
        .run(process.execPath, [compiler, '--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022', file])
        .catch(({ stdout }: { stdout: string }) => stdout);
    expect(await compile('typed.mts')).toBe('');
    const faults = await compile('wrong.mts');
    expect(faults).toContain("'number' is not assignable to type 'string'");
    expect(faults).toContain("Property 'body' is missing");
    expect(faults).toContain("'data' is possibly 'undefined'");
  });
});
