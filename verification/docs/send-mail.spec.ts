import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readConfiguration } from '@perktree/apps/parts/configuration/configuration';
import { type ComposedApp, startComposedApp } from '@perktree/apps/standalone/testing/composed-app';
import { openBusiness } from '@perktree/apps/standalone/testing/open-business';
import { afterAll, beforeAll, expect, it } from 'vitest';

const page = readFileSync(join(import.meta.dirname, '../../docs/how-to/send-mail.md'), 'utf8');
const blockOf = (language: string) => new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'm').exec(page)?.[1] ?? '';

let composed: ComposedApp;
beforeAll(async () => {
  composed = await startComposedApp({ mail: 'mailbox' });
});
afterAll(() => composed.close());

it('the settings of docs/how-to/send-mail.md are taken as they stand', () => {
  const settings = Object.fromEntries(
    [...blockOf('').matchAll(/^(\w+)="?(.*?)"?$/gm)].map(([, name = '', value]) => [name, value]),
  );
  expect(readConfiguration(settings, '/srv').mail).toEqual({
    url: 'smtp://user:password@mail.example.com:587',
    from: 'Café Luna <post@cafe-luna.example>',
  });
});

it('its query says what waits', async () => {
  await openBusiness(composed.app, 'mails');
  const { rows } = await composed.pool.query(blockOf('sql'));
  expect(rows).toContainEqual(
    expect.objectContaining({ kind: 'verify_address', state: 'queued', count: expect.any(String), reason: null }),
  );
});
