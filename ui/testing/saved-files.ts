import { vi } from 'vitest';

export type SavedFiles = readonly (readonly [name: string, content: string])[];

/** The names and contents of files that the page saves from now on. */
export function savedFiles(): SavedFiles {
  const saved: (readonly [name: string, content: string])[] = [];
  const click = HTMLAnchorElement.prototype.click;
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    if (this.download === '') return click.call(this);
    void fetch(this.href)
      .then((file) => file.text())
      .then((content) => saved.push([this.download, content]));
  });
  return saved;
}
