/** Answers in Stripe's own form. */
export interface Result {
  readonly status: number;
  readonly answer: object;
}

export function found(answer: object | null): Result {
  return answer ? { status: 200, answer } : { status: 404, answer: errorOf('resource_missing') };
}

export function list(data: readonly object[]): Result {
  return found({ object: 'list', data, has_more: false });
}

/** `metadata[name]` fields of a form. */
export function metadataIn(form: URLSearchParams): Record<string, string> {
  return Object.fromEntries(
    [...form].flatMap(([field, value]) => {
      const name = /^metadata\[(\w+)\]$/.exec(field)?.[1];
      return name === undefined ? [] : [[name, value]];
    }),
  );
}

export function errorOf(code: string): object {
  return { error: { type: code === 'api_error' ? 'api_error' : 'invalid_request_error', code, message: code } };
}
