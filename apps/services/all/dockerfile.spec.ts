import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const read = (file: string) => readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8');
const lines = read('Dockerfile')
  .split('\n')
  .filter((line) => line.trim() !== '');
const last = lines.slice(lines.findLastIndex((line) => line.startsWith('FROM ')));
const { workspaces } = JSON.parse(read('package.json')) as { workspaces: readonly string[] };

describe('the Dockerfile', () => {
  it('builds in one stage and runs in another, both from one Node 24 that is pinned by its digest', () => {
    const from = lines.filter((line) => line.startsWith('FROM '));
    expect(from.map((line) => line.replace('$', ''))).toEqual(['FROM {NODE_IMAGE} AS build', 'FROM {NODE_IMAGE}']);
    const [image] = lines.filter((line) => line.startsWith('ARG NODE_IMAGE='));
    expect(image).toMatch(/=node:24\.\d+\.\d+-bookworm-slim@sha256:[\da-f]{64}$/);
  });

  it('gives the build every workspace, and installs packages before it has sources', () => {
    expect(lines).toContain('COPY . .');
    const installsAt = lines.findIndex((line) => line.startsWith('RUN npm ci'));
    expect(lines.indexOf('COPY . .')).toBeGreaterThan(installsAt);
    const ignored = read('.dockerignore').split('\n').filter(Boolean);
    for (const workspace of workspaces) {
      expect(lines.indexOf(`COPY ${workspace}/package.json ${workspace}/`), workspace).toBeLessThan(installsAt);
      expect(lines).toContain(`COPY ${workspace}/package.json ${workspace}/`);
      expect(() => read(`${workspace}/package.json`)).not.toThrow();
      expect(ignored.some((pattern) => pattern.startsWith(workspace))).toBe(false);
    }
  });

  it('runs as a user other than root, who may write to the data folder only', () => {
    const at = (start: string) => last.findIndex((line) => line.startsWith(start));
    expect(at('USER node')).toBeGreaterThan(at('RUN mkdir /data && chown node:node /data'));
    expect(last.slice(at('USER node')).some((line) => /^(COPY|ADD|RUN|USER root)/.test(line))).toBe(false);
  });
});
