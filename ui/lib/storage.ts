/** Web storage that returns null and ignores writes if the browser forbids it (private windows, blocked cookies). */
interface SafeStorage {
  get(key: string): string | null;
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
    set: (key, value) => void attempt((s) => s.setItem(key, value)),
    remove: (key) => void attempt((s) => s.removeItem(key)),
  };
}

export const sessionStore = safe(() => window.sessionStorage);
export const localStore = safe(() => window.localStorage);
