import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import { useAuth } from './auth.tsx';
import { useToast } from './toast.tsx';

it.each([
  ['the auth context', useAuth],
  ['the notifications', useToast],
])('8 · using %s outside its provider is an error', (_, use) => {
  const Outside = () => {
    use();
    return null;
  };
  expect(() => renderToString(createElement(Outside))).toThrow(/must be used within/);
});
