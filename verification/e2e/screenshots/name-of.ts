const TOKEN = /[0-9a-f]{8}-[0-9a-f-]{27}|[\w-]{20,}/g;

/** A part of a picture's name, from a path or words. It leaves out identifiers, which change with each run. */
export function nameOf(text: string): string {
  if (text === '/') return 'home';
  return text
    .replace(TOKEN, '')
    .replace(/[^a-z]+/gi, '-')
    .replace(/^-|-$/g, '');
}

/** Unique names for paths. Paths that differ only in their identifiers are numbered. */
export function namesOf(paths: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return paths.map((path) => {
    const name = nameOf(path);
    const n = (seen.get(name) ?? 0) + 1;
    seen.set(name, n);
    return n === 1 ? name : `${name}-${n}`;
  });
}
