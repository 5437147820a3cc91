import { describe, expect, it } from 'vitest';
import { readConfiguration, WrongConfiguration } from './configuration.ts';

describe('the configuration', () => {
  it('has a default for everything', () => {
    expect(readConfiguration({}, '/srv/perktree')).toEqual({
      port: 3000,
      host: '127.0.0.1',
      dataDir: '/srv/perktree/.data',
      publicUrl: null,
      databaseUrl: null,
      sessionSecret: null,
      brand: { desktop: 'PerkTree Console', mobile: 'PerkTree' },
      logLevel: 'info',
    });
  });

  it('takes an empty value as none, and an absolute data folder as it is', () => {
    const configuration = readConfiguration({ PORT: '', DATA_DIR: '/var/lib/perktree' }, '/srv');
    expect(configuration).toMatchObject({ port: 3000, dataDir: '/var/lib/perktree' });
  });

  it.each([
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', 'http'],
    ['PUBLIC_URL', 'perktree.example'],
    ['PUBLIC_URL', 'javascript:alert(1)'],
    ['DATABASE_URL', 'mysql://root@localhost/x'],
    ['SESSION_SECRET', 'short'],
    ['LOG_LEVEL', 'loud'],
  ])('stops at a wrong %s, with its name and without its value', (name, value) => {
    const read = () => readConfiguration({ [name]: value }, '/srv');
    expect(read).toThrow(WrongConfiguration);
    expect(read).toThrow(new RegExp(`^${name} is wrong: it takes `));
    expect(read).not.toThrow(value);
  });
});
