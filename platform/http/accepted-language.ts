import { type Language, supportedLanguage } from '@perktree/contracts/kernel/languages';
import type { FastifyRequest } from 'fastify';

/** The first of the product's languages that tags name: those of the caller's choices, then those of the browser. */
export const acceptedLanguage = (
  { headers }: Pick<FastifyRequest, 'headers'>,
  ...choices: readonly (string | undefined)[]
): Language | null =>
  supportedLanguage([...choices, ...(headers['accept-language'] ?? '').split(',').map((tag) => tag.trim())]);

/** The language of mails to the caller: what they chose on the screens, else the first of the browser that the product has. */
export const mailLanguageOf = (request: FastifyRequest): Language | null =>
  acceptedLanguage(request, request.cookies.language);
