/** A text field of undecoded event data or metadata; null: it has none. */
export function textIn(data: unknown, name: string): string | null {
  const field = typeof data === 'object' && data !== null ? (data as Record<string, unknown>)[name] : null;
  return typeof field === 'string' ? field : null;
}
