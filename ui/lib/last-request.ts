let last: string | null = null;

/** To be told of every answer: its X-Request-Id. */
export function noteRequest(id: string | null): void {
  last = id ?? last;
}

/** The id under which the server has logged the last request of this page, to tell support; null before the first one. */
export const lastRequestId = (): string | null => last;
