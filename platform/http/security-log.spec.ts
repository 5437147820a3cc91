import { Refused } from '@perktree/contracts/kernel/refusals';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { createApp } from './app.ts';

async function logOf(url: string, options: object = {}): Promise<string[]> {
  const lines: string[] = [];
  const logger = pino({ level: 'info' }, { write: (line) => void lines.push(line) });
  const app = createApp({ logger, publicOrigin: 'https://perktree.example' });
  app.get('/secret/:token', async () => {
    throw new Refused('NOT_ALLOWED');
  });
  app.get('/missing', async () => {
    throw new Refused('QR_NOT_FOUND');
  });
  await app.inject({ url, ...options });
  await app.close();
  return lines;
}

describe('the log', () => {
  it('logs refused requests for attack detection, and never the token in the path', async () => {
    const [line = '', ...others] = await logOf('/secret/dG9rZW4?x=1');
    expect(JSON.parse(line)).toMatchObject({
      msg: 'refused',
      code: 'NOT_ALLOWED',
      method: 'GET',
      route: '/secret/:token',
    });
    expect(JSON.parse(line).correlationId).toMatch(/^[0-9a-f-]{36}$/);
    expect(line).not.toContain('dG9rZW4');
    expect(others).toEqual([]);
  });

  it('logs writes from other sites', async () => {
    const [line = ''] = await logOf('/missing', { method: 'POST', headers: { origin: 'https://evil.test' } });
    expect(JSON.parse(line)).toMatchObject({ code: 'FOREIGN_ORIGIN' });
    expect(line).not.toContain('evil');
  });

  it('does not log everyday refusals', async () => {
    expect(await logOf('/missing')).toEqual([]);
    expect(await logOf('/nowhere')).toEqual([]);
  });
});
