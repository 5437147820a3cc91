import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { startComposedApp } from '@perktree/apps/standalone/testing/composed-app';
import { openBusiness, subscribe } from '@perktree/apps/standalone/testing/open-business';
import { afterAll, describe, expect, it } from 'vitest';
import { projectWithClient, ROOT } from './client-project.ts';

/** What a till may do with the client; prints the answers. */
const TILL = `
import { client, v1CreateRedemption, v1Redemption, v1ReverseRedemption } from '@perktree/sdk';
import { createClient } from '@perktree/sdk/client';

const { PERKTREE, KEY, SITE, CODE } = process.env;
client.setConfig({ baseUrl: PERKTREE, auth: KEY });
const body = { siteId: SITE, code: CODE, saleAmount: '12.50', reference: 'receipt-1' };
const answered = ({ response, data, error }) => ({
  ...{ status: response.status, type: response.headers.get('content-type'), data, error },
});
const redeemed = await v1CreateRedemption({ body, throwOnError: true });
const path = { redemptionId: redeemed.data.id };
const answers = {
  redeemed: answered(redeemed),
  again: answered(await v1CreateRedemption({ body, headers: { 'Idempotency-Key': 'another' } })),
  unknownCode: answered(await v1CreateRedemption({ body: { siteId: SITE, code: 'ZZZ-999' } })),
  invalid: answered(await v1CreateRedemption({ body: { siteId: SITE } })),
  reversed: answered(await v1ReverseRedemption({ path, body: { reason: 'returned goods' } })),
  read: answered(await v1Redemption({ path })),
  otherKey: answered(await v1Redemption({ path, client: createClient({ baseUrl: PERKTREE, auth: 'pt_live_x' }) })),
  thrown: await v1Redemption({ path: { redemptionId: SITE }, throwOnError: true }).catch(({ code }) => code),
};
console.log(JSON.stringify(answers));
`;

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
const [composed, project] = await Promise.all([startComposedApp(), projectWithClient()]);
await composed.app.listen({ port: 0, host: '127.0.0.1' });
afterAll(async () => {
  await composed?.close();
  project?.remove();
});

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

  it('redeems, repeats, reverses and reads, and shows refusals as problems', async () => {
    const { owner, customer, siteId, customerToken } = await openBusiness(composed.app, 'client');
    await subscribe(owner, 'pro');
    const { key } = await owner.must('POST', '/api/api-keys', { name: 'Till', scopes: ['redeem'], siteIds: [siteId] });
    const { redemptionCode } = await customer.must('POST', '/api/scan', { token: customerToken });
    writeFileSync(join(project.folder, 'till.mjs'), TILL);
    const { port } = composed.app.server.address() as AddressInfo;
    const env = { PERKTREE: `http://127.0.0.1:${port}`, KEY: key, SITE: siteId, CODE: redemptionCode };
    const answers = JSON.parse(await project.run(process.execPath, ['till.mjs'], env));

    const { redeemed, again } = answers;
    expect(redeemed).toMatchObject({ status: 201, data: { siteId, saleAmount: '12.50', reference: 'receipt-1' } });
    expect(again).toEqual({ ...redeemed, status: 200 });
    const problem = (status: number, code: string) => ({
      ...{ status, type: expect.stringContaining('application/problem+json') },
      error: { status, code, title: expect.any(String), detail: expect.any(String) },
    });
    expect(answers.unknownCode).toMatchObject(problem(404, 'UNKNOWN_REDEMPTION_CODE'));
    expect(answers.invalid).toMatchObject(problem(400, 'VALIDATION_FAILED'));
    expect(answers.otherKey).toMatchObject(problem(401, 'API_KEY_INVALID'));
    expect(answers.thrown).toBe('REDEMPTION_NOT_FOUND');
    expect(answers.reversed).toMatchObject({ status: 201, data: { redemptionId: redeemed.data.id, whole: true } });
    expect(answers.read).toMatchObject({ status: 200, data: { ...redeemed.data, reversedAt: expect.any(String) } });
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
