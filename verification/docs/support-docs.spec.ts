import { calls } from '@perktree/contracts/catalogue/calls';
import { REFUSALS } from '@perktree/contracts/kernel/refusals';
import { NOTE_LENGTH, supportCalls, TIMELINE_KINDS } from '@perktree/contracts/support/calls';
import { tenantCalls } from '@perktree/contracts/support/tenant-calls';
import { VIEW_MINUTES, viewAsCalls } from '@perktree/contracts/support/view-as-calls';
import { SCREENS } from '@perktree/ui/admin/screens';
import { describe, expect, it } from 'vitest';
import { read } from './repository.ts';

const page = read('docs/how-to/support-a-customer.md');
const flat = page.replace(/\s+/g, ' ');
const withBraces = (path: string) => path.replace(/:(\w+)/g, '{$1}');

describe('docs/how-to/support-a-customer.md', () => {
  it('names every support call, and only existing calls', () => {
    const named = [...page.matchAll(/`(GET|POST) (\/api\/[^`]+)`/g)].map(([, method, path]) => `${method} ${path}`);
    const all = new Set(Object.values(calls).map(({ method, path }) => `${method} ${withBraces(path)}`));
    for (const call of named) expect(all, call).toContain(call);
    for (const { method, path } of Object.values({ ...supportCalls, ...tenantCalls, ...viewAsCalls })) {
      expect(named).toContain(`${method} ${withBraces(path)}`);
    }
  });

  it('names all support pages, and no others', () => {
    const pages = [...page.matchAll(/^\| `(\/[^`]+)` \|/gm)].map(([, path]) => path);
    const timelines = TIMELINE_KINDS.map((kind) => `/support/${kind}/{id}`);
    expect(pages).toEqual(['/support', ...timelines, '/support/tenants', '/support/tenants/{id}']);
    expect(Object.keys(SCREENS).filter((path) => path.startsWith('/support'))).toEqual([
      '/support',
      '/support/tenants',
      '/support/tenants/:tenantId',
      '/support/:kind/:id',
    ]);
  });

  it('states the current lengths, times and codes', () => {
    expect(flat).toContain(`up to ${NOTE_LENGTH} characters`);
    expect(flat).toContain(`after ${VIEW_MINUTES} minutes`);
    const [status] = REFUSALS.VIEWING_ONLY;
    expect(flat).toContain(`${status} \`VIEWING_ONLY\``);
  });
});
