import { MAIL_LANGUAGES, type MailLanguage } from '@perktree/contracts/kernel/common';
import type { FastifyRequest } from 'fastify';

/** The first of these languages that tags name: those of the caller's choices, then those of the browser. */
export function firstLanguage<Language extends string>(
  { headers }: Pick<FastifyRequest, 'headers'>,
  languages: readonly Language[],
  choices: readonly (string | undefined)[] = [],
): Language | null {
  const accepted = (headers['accept-language'] ?? '').split(',').map((tag) => tag.trim());
  for (const tag of [...choices, ...accepted]) {
    const known = languages.find((language) => tag?.toLowerCase().startsWith(language));
    if (known) return known;
  }
  return null;
}

/** The language of mails to the caller: what they chose on the screens, else the first of the browser that the product has. */
export const mailLanguageOf = (request: FastifyRequest): MailLanguage | null =>
  firstLanguage(request, MAIL_LANGUAGES, [request.cookies.language]);
