import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readConfiguration, WrongConfiguration } from './configuration.ts';
import { environmentSchema } from './environment.ts';
import { SECRETS } from './secret-files.ts';

const SECRET = 'of 32 characters, as it has to be';
const file = (name: string) => join(folder, name);
const folder = mkdtempSync(join(tmpdir(), 'perktree-secrets-'));
writeFileSync(file('session'), `${SECRET}\r\n\n`);
writeFileSync(file('short'), 'short\n');
writeFileSync(file('empty'), '\n');
mkdirSync(file('folder'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('a secret in a file', () => {
  it('is read without the line breaks at its end, from a path that may be relative', () => {
    for (const path of [file('session'), 'session']) {
      expect(readConfiguration({ SESSION_SECRET_FILE: path }, folder).sessionSecret).toBe(SECRET);
    }
    expect(readConfiguration({ SESSION_SECRET_FILE: '', SESSION_SECRET: SECRET }, folder).sessionSecret).toBe(SECRET);
    expect(readConfiguration({ SESSION_SECRET_FILE: file('session'), SESSION_SECRET: '' }, folder)).toMatchObject({
      sessionSecret: SECRET,
    });
  });

  it('counts for what a program requires', () => {
    expect(() => readConfiguration({ SESSION_SECRET_FILE: 'session' }, folder, ['SESSION_SECRET'])).not.toThrow();
    expect(() => readConfiguration({}, folder, ['SESSION_SECRET'])).toThrow('SESSION_SECRET is missing');
  });

  it.each([
    ['absent', 'nowhere', 'SESSION_SECRET_FILE is wrong: it takes the path of a readable file', 'ENOENT'],
    ['a folder', 'folder', 'SESSION_SECRET_FILE is wrong', 'EISDIR'],
    ['empty', 'empty', 'SESSION_SECRET_FILE is wrong', 'is empty'],
    ['not a value that the setting takes', 'short', 'SESSION_SECRET is wrong: it takes 32 random characters', 'more'],
  ])('stops the start if the file is %s: the setting is named, its value is not', (_, path, ...expected) => {
    const read = () => readConfiguration({ SESSION_SECRET_FILE: path }, folder);
    expect(read).toThrow(WrongConfiguration);
    for (const part of expected) expect(read).toThrow(part);
    expect(read).not.toThrow(folder);
  });

  it('is refused beside the setting itself', () => {
    const twice = { SESSION_SECRET: SECRET, SESSION_SECRET_FILE: file('session') };
    expect(() => readConfiguration(twice, folder)).toThrow('SESSION_SECRET_FILE is wrong: SESSION_SECRET is set, too.');
  });

  it('is possible for each setting that looks like one', () => {
    const secret = Object.keys(environmentSchema.shape).filter((name) => /SECRET|KEY$|_URL$/.test(name));
    const PUBLIC = ['PUBLIC_URL', 'GATEWAY_URL'];
    expect([...SECRETS].sort()).toEqual(secret.filter((name) => !PUBLIC.includes(name)).sort());
  });
});
