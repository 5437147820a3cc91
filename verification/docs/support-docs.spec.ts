import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { calls } from '@perktree/contracts/http/calls';
import { NOTE_LENGTH, supportCalls, TIMELINE_KINDS } from '@perktree/contracts/http/support';
import { VIEW_MINUTES, viewAsCalls } from '@perktree/contracts/http/view-as';
import { REFUSALS } from '@perktree/contracts/refusals';
import { SCREENS } from '@perktree/ui/admin/screens';
import { describe, expect, it } from 'vitest';

const page = readFileSync(join(import.meta.dirname, '../..', 'docs/how-to/support-a-customer.md'), 'utf8');
const flat = page.replace(/\s+/g, ' ');
const withBraces = (path: string) => path.replace(/:(\w+)/g, '{$1}');

describe('docs/how-to/support-a-customer.md', () => {
  it('names every call of support, and no call that there is not', () => {
    const named = [...page.matchAll(/`(GET|POST) (\/api\/[^`]+)`/g)].map(([, method, path]) => `${method} ${path}`);
    const all = new Set(Object.values(calls).map(({ method, path }) => `${method} ${withBraces(path)}`));
    for (const call of named) expect(all, call).toContain(call);
    for (const { method, path } of Object.values({ ...supportCalls, ...viewAsCalls })) {
      expect(named).toContain(`${method} ${withBraces(path)}`);
    }
  });

  it('names every page of support, and no other', () => {
    const pages = [...page.matchAll(/^\| `(\/[^`]+)` \|/gm)].map(([, path]) => path);
    expect(pages).toEqual(['/support', ...TIMELINE_KINDS.map((kind) => `/support/${kind}/{id}`)]);
    expect(Object.keys(SCREENS).filter((path) => path.startsWith('/support'))).toEqual([
      '/support',
      '/support/:kind/:id',
    ]);
  });

  it('says the lengths, times and codes that hold', () => {
    expect(flat).toContain(`up to ${NOTE_LENGTH} characters`);
    expect(flat).toContain(`after ${VIEW_MINUTES} minutes`);
    const [status] = REFUSALS.VIEWING_ONLY;
    expect(flat).toContain(`${status} \`VIEWING_ONLY\``);
  });
});
