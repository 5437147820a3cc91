import { existsSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { files, ROOT, read } from './repository.ts';

const all = files();
const pages = all.filter((file) => file.endsWith('.md'));

/** Anchors of a page, formed as GitHub forms them. */
function anchorsOf(page: string): ReadonlySet<string> {
  const text = read(page).replace(/```[\s\S]*?```/g, '');
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading);
  return new Set(
    headings.map((heading) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}

/** Relative links of a page that lead to no file or no heading. */
function deadLinks(page: string): readonly string[] {
  const text = read(page).replace(/```[\s\S]*?```/g, '');
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
  return links.filter((link) => {
    if (/^[a-z]+:/.test(link)) return false;
    const [path = '', anchor] = link.split('#');
    const target = path === '' ? page : normalize(join(dirname(page), path));
    if (!existsSync(join(ROOT, target))) return true;
    return anchor !== undefined && target.endsWith('.md') && !anchorsOf(target).has(anchor);
  });
}

const CODE = /\.(ts|tsx|mjs|cjs|js|json|ya?ml|css|html|service|conf|cfg)$|(^|\/)(Dockerfile|Caddyfile)$/;
describe('the documents', () => {
  it.each(pages)('%s has no dead relative link', (page) => {
    expect(deadLinks(page)).toEqual([]);
  });

  it('are named in the code by paths that exist', () => {
    const dead = all
      .filter((file) => CODE.test(file))
      .flatMap((file) => {
        const named = [...read(file).matchAll(/(?<![\w.-])docs\/[\w./-]+\.md(#[\w-]+)?/g)].map(([path]) => path);
        return named
          .filter((name) => {
            const [path = '', anchor] = name.split('#');
            if (!existsSync(join(ROOT, path))) return true;
            return anchor !== undefined && !anchorsOf(path).has(anchor);
          })
          .map((name) => `${file}: ${name}`);
      });
    expect(dead).toEqual([]);
  });
});
