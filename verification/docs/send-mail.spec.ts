import { readConfiguration } from '@perktree/apps/parts/configuration/configuration';
import { startComposedApp } from '@perktree/apps/standalone/testing/composed-app';
import { openBusiness } from '@perktree/apps/standalone/testing/open-business';
import { afterAll, expect, it } from 'vitest';
import { codeBlocks } from './repository.ts';

const blockOf = (language: string) => codeBlocks('docs/how-to/send-mail.md', language)[0] ?? '';
const composed = await startComposedApp({ mail: 'mailbox' });
afterAll(() => composed.close());

it('the settings of docs/how-to/send-mail.md are accepted unchanged', () => {
  const settings = Object.fromEntries(
    [...blockOf('').matchAll(/^(\w+)="?(.*?)"?$/gm)].map(([, name = '', value]) => [name, value]),
  );
  expect(readConfiguration(settings, '/srv').mail).toEqual({
    url: 'smtp://user:password@mail.example.com:587',
    from: 'Café Luna <post@cafe-luna.example>',
  });
});

it('its query lists queued mails', async () => {
  await openBusiness(composed.app, 'mails');
  const { rows } = await composed.pool.query(blockOf('sql'));
  expect(rows).toContainEqual(
    expect.objectContaining({ kind: 'verify_address', state: 'queued', count: expect.any(String), reason: null }),
  );
});
