/** A code block of a page that names a file: its whole content, or a diff. */
export interface Step {
  readonly path: string;
  readonly isDiff: boolean;
  readonly text: string;
}

export function stepsOf(markdown: string): readonly Step[] {
  return [...markdown.matchAll(/^```(\w+) (\S+)\n(.*?)^```$/gms)].map(([, language, path = '', text = '']) => ({
    path,
    isDiff: language === 'diff',
    text,
  }));
}

/** @throws Error where the lines before the change are not in the file exactly once */
export function applyDiff(content: string, diff: string, path: string): string {
  return diff.split(/^@@\n/m).reduce((text, hunk) => {
    const lines = hunk.split('\n').slice(0, -1);
    const side = (without: string) =>
      lines.flatMap((line) => (line.startsWith(without) ? [] : [`${line.slice(1)}\n`])).join('');
    const parts = text.split(side('+'));
    if (parts.length !== 2) throw new Error(`${path} has these lines ${parts.length - 1} times:\n${side('+')}`);
    return parts.join(side('-'));
  }, content);
}
