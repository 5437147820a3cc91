import { LANGUAGES } from '@perktree/contracts/kernel/languages';
import { MAIL_KINDS, type MailData } from '@perktree/contracts/notification/mail';
import { escapeHtml } from '@perktree/platform/http/escape-html';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { composeMail, oneLine, type WrittenMail, withoutLinks } from './compose.ts';
import { dataOf, figuresOf } from './testing/mail-data.ts';

const OPTIONS = { product: 'PerkTree', publicUrl: 'https://perks.example', logo: 'cid:logo' };
const kinds = fc.constantFrom(...MAIL_KINDS);
const languages = fc.constantFrom(...LANGUAGES);
/** Names as people and attackers enter them. */
const names = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 80 }),
  fc.string({ unit: 'binary', maxLength: 80 }),
  fc.constantFrom('"', '<', '>'),
  fc.constantFrom(
    'Ana\r\nBcc: thief@evil.example',
    'Ana\nSubject: other',
    'Ana\u2028Bcc: x',
    '<script>alert(1)</script>',
    '"Ana" <thief@evil.example>',
    '{product}{site}',
    'Ñandú 🐦 Ω',
    '$& $1',
  ),
);
const written = fc.record({ kind: kinds, language: languages, name: fc.option(names), value: names }).map(
  ({ kind, language, name, value }): WrittenMail => ({
    ...{ kind, language, token: 'a_token-1', data: dataOf(kind, value), figures: figuresOf(kind, value) },
    unsubscribe: kind === 'weekly_digest' ? 'an_ending-1' : null,
    to: { address: 'ana@shop.example', name },
  }),
);
const tagsOf = (html: string) => html.match(/<[^>]*>?/g);
const withNames = (mail: WrittenMail, name: string): WrittenMail => ({
  ...mail,
  to: { ...mail.to, name },
  data: dataOf(mail.kind, name),
  figures: figuresOf(mail.kind, name),
});

describe('the text of mails', () => {
  it.each(LANGUAGES.flatMap((language) => MAIL_KINDS.map((kind) => [language, kind] as const)))(
    'has subject, text and HTML with the same link, or names a brand and not the product: %s %s',
    (language, kind) => {
      const to = { address: 'ana@shop.example', name: 'Ana' };
      const given = { data: dataOf(kind, 'Café'), figures: figuresOf(kind, 'Café'), token: 'a_token-1' };
      const mail = composeMail({ kind, language, to, ...given }, OPTIONS);
      const link = /https:\/\/perks\.example\/\S+/.exec(mail.text)?.[0] ?? '';
      expect(link).not.toBe('');
      expect(mail.html).toContain(`href="${link}"`);
      expect(mail.html).toContain(`<html lang="${language}">`);
      expect(mail.text + mail.html + mail.subject).not.toMatch(/\{\w+\}|undefined|null/);
      // Nothing is loaded from elsewhere.
      expect(mail.html.match(/src="[^"]*"/g)).toEqual(['src="cid:logo"']);
      expect(mail.html).not.toMatch(/<(script|link|iframe|form)/);

      const brand = { name: 'www.luna.example', logo: null, colour: '#0044cc' };
      const { subject, text, html } = composeMail(
        { kind, language, to, ...given },
        { ...OPTIONS, publicUrl: 'https://host.example', logo: null, brand },
      );
      expect(subject + text + html).not.toMatch(/perktree|#1d6b57/i);
      expect(html).toContain('background:#0044cc;color:#ffffff');
      expect(text.replaceAll('\u2060', '')).toContain('www.luna.example');
      expect(text).not.toContain('www.luna.example');
    },
  );

  it.each([
    ['en', 'Ana López', 'Ana López of Café invites you to redeem benefits for its customers.'],
    ['en', null, 'Café invites you to redeem benefits for its customers.'],
    ['es', 'Ana López', 'Ana López, de Café, te invita a canjear beneficios de sus clientes.'],
    ['es', null, 'Café te invita a canjear beneficios de sus clientes.'],
  ] as const)(
    'names who invites, and the address that the invitation is for: %s, %s',
    (language, inviter, sentence) => {
      const to = { address: 'ben@shop.example', name: null };
      const data = { site: 'Café', ...(inviter !== null && { inviter }) };
      const { text } = composeMail({ kind: 'invite_staff', language, to, data, token: 'a_token-1' }, OPTIONS);
      expect(text).toContain(sentence);
      expect(text.replaceAll('\u2060', '')).toMatch(/(is for|es para) ben@shop\.example: /);
    },
  );

  it('calls a webhook endpoint by its host only where that is given', () => {
    const to = { address: 'ana@shop.example', name: 'Ana' };
    const textOf = (data: MailData) =>
      composeMail({ kind: 'webhook_disabled', language: 'en', to, data, token: null }, OPTIONS).text;
    expect(textOf({ cause: 'failing', host: 'hooks.acme.example' })).toContain(
      'PerkTree sends no more messages to hooks.acme.example, because deliveries failed for three days.',
    );
    expect(textOf({ cause: 'gone' })).toContain('to one of your webhook endpoints, because it answered 410 Gone.');
  });

  it.each([
    [
      'en',
      [
        ...['Sales: €1,234.50, $8.00', 'Scans: 1,200', 'Owed to you: €12.00\n', 'You owe: $3.00\n'],
        ...['Your week at PerkTree: November 16 – November 22', 'Unsubscribe'],
      ],
    ],
    [
      'es',
      [
        'Ventas: 1234,50 €, 8,00 $',
        'Escaneos: 1200',
        ...['Te deben: 12,00 €\n', 'Debes: 3,00 $\n'],
        'Tu semana en PerkTree: 16 de noviembre – 22 de noviembre',
        'Cancelar',
      ],
    ],
  ] as const)('states the figures of a week, and how to end the digest: %s', (language, expected) => {
    const to = { address: 'ana@shop.example', name: 'Ana' };
    const figures = figuresOf('weekly_digest', 'Café <Luna>');
    const { subject, text, html, unsubscribeUrl } = composeMail(
      { kind: 'weekly_digest', language, to, data: {}, figures, token: null, unsubscribe: 'an_ending-1' },
      OPTIONS,
    );
    for (const part of expected) expect(`${subject}\n${text}`.replaceAll('\u00a0', ' ')).toContain(part);
    expect(html).toContain('Café &#60;Luna&#62;');
    expect(text).toContain('https://perks.example/unsubscribe#an_ending-1');
    expect(html).toContain('href="https://perks.example/unsubscribe#an_ending-1"');
    expect(unsubscribeUrl).toBe('https://perks.example/api/unsubscribe/an_ending-1');
  });

  it('contains values escaped and in one line', () => {
    fc.assert(
      fc.property(written, (mail) => {
        const { subject, html, text } = composeMail(mail, OPTIONS);
        expect(subject).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
        expect(tagsOf(html)).toEqual(tagsOf(composeMail(withNames(mail, 'Ana'), OPTIONS).html));
        if (mail.to.name !== null) {
          const name = oneLine(withoutLinks(mail.to.name));
          expect(html).toContain(escapeHtml(name));
          expect(text).toContain(name);
        }
      }),
    );
  });

  it.each(['visit www.evil.example now', 'https://evil.example/x', 'win@evil.example', '\u202eelpmaxe.live'])(
    'shows the name %s of a site or person as text that is no link',
    (name) => {
      // The host of a webhook endpoint goes to its own owner.
      for (const kind of MAIL_KINDS.filter((one) => one !== 'webhook_disabled')) {
        const mail = {
          kind,
          language: 'en',
          token: 't',
          data: dataOf(kind, name),
          figures: figuresOf(kind, name),
        } as const;
        const { subject, text } = composeMail({ ...mail, to: { address: 'ana@shop.example', name } }, OPTIONS);
        expect(`${subject}\n${text}`).not.toMatch(/evil\.example|\u202e/);
        expect(text.replaceAll('\u2060', '')).toContain(name.replace('\u202e', ''));
      }
    },
  );

  it('isolates names that are written from right to left', () => {
    const mail = { kind: 'invite_staff', language: 'en', token: 't', figures: null } as const;
    const data = dataOf('invite_staff', 'מאפייה');
    const { subject, text } = composeMail(
      { ...mail, data, to: { address: 'ana@shop.example', name: 'נועה' } },
      OPTIONS,
    );
    expect(`${subject}\n${text}`).toContain('\u2068מאפייה\u2069');
    expect(text).toContain('\u2068נועה\u2069,');
  });
});
