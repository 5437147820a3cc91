import { existsSync } from 'node:fs';
import { silentLogger } from '@perktree/command-service/testing/silent-logger';
import { expect, it, vi } from 'vitest';
import type { Configuration } from '../../parts/configuration/configuration.ts';
import { startDemo } from './demo.ts';

const stopped: { readonly dataDir: string; readonly hadData: boolean }[] = [];
// biome-ignore lint/plugin: the command loads these modules when it runs
vi.mock('../../standalone/compose.ts', () => ({
  startStandalone: async ({ dataDir }: Configuration) => ({
    app: null,
    grantSuperadmin: null,
    stop: async () => void stopped.push({ dataDir, hadData: existsSync(dataDir) }),
  }),
}));
// biome-ignore lint/plugin: the command loads these modules when it runs
vi.mock('../../standalone/demo/demo-business.ts', () => ({
  fillDemoBusiness: () => Promise.reject(new Error('cannot be filled')),
}));

it('stops a demo that cannot be filled, before its data is deleted', async () => {
  await expect(startDemo(silentLogger)).rejects.toThrow('cannot be filled');
  expect(stopped).toEqual([{ dataDir: expect.any(String), hadData: true }]);
  expect(existsSync(String(stopped[0]?.dataDir))).toBe(false);
});
