import { MAIL_LANGUAGES, type MailLanguage } from '@perktree/contracts/kernel/common';
import type { FastifyRequest } from 'fastify';

/** The language of mails to the caller: what they chose on the screens, else the first of the browser that the product has. */
export function mailLanguageOf(request: FastifyRequest): MailLanguage | null {
  const accepted = (request.headers['accept-language'] ?? '').split(',').map((tag) => tag.trim());
  for (const tag of [request.cookies.language ?? '', ...accepted]) {
    const known = MAIL_LANGUAGES.find((language) => tag.toLowerCase().startsWith(language));
    if (known) return known;
  }
  return null;
}
