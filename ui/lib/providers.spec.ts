import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { apiErrorFrom } from './api-error.ts';
import { useAuth } from './auth.tsx';
import { useToast } from './toast.tsx';

describe('8 · Generic', () => {
  it.each([
    ['the status code, a colon and space, then the response body text', 409, 'Conflict', '{"a":1}', '409: {"a":1}'],
    ['or the status text if the body is empty', 502, 'Bad Gateway', '', '502: Bad Gateway'],
  ])('any non-ok response becomes an error whose message is %s', (_, status, statusText, body, message) => {
    expect(apiErrorFrom(status, statusText, body).message).toBe(message);
  });

  it.each([
    ['the auth context', useAuth],
    ['the notifications', useToast],
  ])('using %s outside its provider is an error', (_, use) => {
    const Outside = () => {
      use();
      return null;
    };
    expect(() => renderToString(createElement(Outside))).toThrow(/must be used within/);
  });
});
