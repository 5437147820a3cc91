/** Web storage that returns null and ignores writes if the browser forbids it (private windows, blocked cookies). */
interface SafeStorage {
  get(key: string): string | null;
  /** Returns and forgets. */
  take(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
}

function safe(storage: () => Storage): SafeStorage {
  const attempt = <T>(action: (s: Storage) => T): T | null => {
    try {
      return action(storage());
    } catch {
      return null;
    }
  };
  return {
    get: (key) => attempt((s) => s.getItem(key)),
    take: (key) =>
      attempt((s) => {
        const value = s.getItem(key);
        s.removeItem(key);
        return value;
      }),
    set: (key, value) => void attempt((s) => s.setItem(key, value)),
    remove: (key) => void attempt((s) => s.removeItem(key)),
  };
}

/** A stored text as an object; null: none, or it cannot be parsed. */
export function parsed<T extends object>(text: string | null): Partial<T> | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}

export const sessionStore = safe(() => window.sessionStorage);
export const localStore = safe(() => window.localStorage);

const LAST_ROLE = 'last-role';

/** The role that was used last on this device; null: no account has signed in here. */
export const lastRole = (): string | null => localStore.get(LAST_ROLE);
export const saveLastRole = (role: string): void => localStore.set(LAST_ROLE, role);

/** Saves a choice for pages that the server writes, for a year. */
export function saveCookie(name: string, value: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  document.cookie = `${name}=${value}; path=/; max-age=31536000; samesite=lax`;
}
