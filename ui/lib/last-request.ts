let last: string | null = null;

/** Called with the X-Request-Id of every answer. */
export function setLastRequestId(id: string | null): void {
  last = id ?? last;
}

/** Id of the page's last request in the server's log, for support. Null before the first one. */
export const lastRequestId = (): string | null => last;
