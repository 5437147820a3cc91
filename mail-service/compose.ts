import type { SecurityNotice } from '@perktree/contracts/kernel/call';
import { fillSentence } from '@perktree/contracts/kernel/fill-sentence';
import { formatMoney, formatNumber } from '@perktree/contracts/kernel/format';
import { isolated } from '@perktree/contracts/kernel/isolated';
import type { Language } from '@perktree/contracts/kernel/languages';
import type { Currency } from '@perktree/contracts/kernel/money';
import { UTC } from '@perktree/contracts/kernel/time-zone-name';
import type { DueMail, MailBrand, MailData, MailKind } from '@perktree/contracts/notification/mail';
import type { Quota } from '@perktree/contracts/subscription/plans';
import type { DisabledReason } from '@perktree/contracts/webhook/endpoints';
import { escapeHtml } from '@perktree/platform/http/escape-html';
import { digestSections, type MailSection, shownWeek } from './digest-sections.ts';
import { ENGLISH } from './words/english.ts';
import type { MailWords } from './words/mail-words.ts';
import { SPANISH } from './words/spanish.ts';

const WORDS: Readonly<Record<Language, MailWords>> = { en: ENGLISH, es: SPANISH };

export const LOGO_CID = 'logo';

interface MailText {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Where one click ends mails of this kind (RFC 8058); null: nowhere. */
  readonly unsubscribeUrl: string | null;
}

export type WrittenMail = Pick<DueMail, 'kind' | 'language' | 'to' | 'data' | 'figures' | 'token' | 'unsubscribe'>;

/** The path of a mail's link. A token behind `#` reaches no log of a server or proxy. */
const LINKS: Readonly<Record<MailKind, (mail: WrittenMail) => string>> = {
  verify_address: ({ token, data }) => `/verify-email${queryOf(data)}#${token}`,
  // With the address, by which password managers know the account.
  reset_password: ({ token, to, data }) => `/reset-password${queryOf(data)}#${token}/${encodeURIComponent(to.address)}`,
  invite_staff: ({ token }) => `/staff-invitations/${token}`,
  invite_auditor: ({ token }) => `/auditor-invitations/${token}`,
  invite_distributor: ({ token }) => `/scan/distributor/${token}`,
  claim_confirmed: () => '/qr-management',
  payout_generated: () => '/payouts',
  payout_paid: () => '/payouts',
  payout_failed: () => '/payouts',
  payout_not_collected: () => '/payouts',
  payout_charge_failed: () => '/payouts',
  payout_returned: () => '/payouts',
  plan_limit_near: () => '/subscription',
  qr_expiring: () => '/qr-management',
  webhook_disabled: () => '/webhooks',
  weekly_digest: () => '/dashboard',
  security_notice: () => '/account',
  chain_head: () => '/audit/heads',
};

/** The page shows the brand of the link page that it leads back to. */
const queryOf = ({ returnTo }: MailData) => (returnTo === undefined ? '' : `?returnTo=${encodeURIComponent(returnTo)}`);

/**
 * Subject, text and HTML of a mail in its language. Values are put into one line and escaped: a name cannot add a header or
 * markup.
 * @param options.brand the mail names it, and not the product; null: the look of the product
 * @param options.logo the address of the logo in the HTML; null: without
 */
export function composeMail(
  mail: WrittenMail,
  options: {
    readonly product: string;
    readonly publicUrl: string;
    readonly brand?: MailBrand | null;
    readonly logo: string | null;
  },
): MailText {
  const { kind, language, to, data, figures, unsubscribe } = mail;
  const common = WORDS[language];
  const words = common.mails[kind];
  const { brand = null } = options;
  const product = brand === null ? options.product : withoutLinks(brand.name);
  const week = figures ? shownWeek(figures, language) : {};
  const recipient = withoutLinks(to.name ?? '');
  const address = withoutLinks(to.address);
  // An invitation to audit the platform names no site.
  const values = {
    site: product,
    ...shownData(mail),
    ...(brand !== null && { site: product }),
    ...week,
    product,
    recipient,
    address,
  };
  const fill = (text: string) =>
    oneLine(text.replaceAll(/\{(\w+)\}/g, (_, name: string) => isolated(valueNamed(values, name))));
  const link = new URL(LINKS[kind](mail), options.publicUrl).href;
  const greeting = fill(common.greeting[to.name === null ? 'unnamed' : 'named']);
  const zone = figures?.timeZone;
  const days = zone === undefined ? [] : [common.digest.days.replace('{zone}', zone)];
  const invited = data.inviter === undefined ? undefined : words.invitedBy;
  const paragraphs = [...words.paragraphs.map((text, at) => fill((at === 0 && invited) || text)), ...days];
  // The site and the sender have one name then.
  const isSite = brand !== null && words.reason.includes('{site}');
  const reason = fill(isSite ? words.reason.replace(common.atProduct, '') : words.reason);
  const subject = fill(words.subject);
  const sections = (figures ? digestSections(figures, { language, words: common.digest }) : []).map(
    ({ title, lines }) => ({ title: oneLine(withoutLinks(title)), lines: lines.map(oneLine) }),
  );
  const lists = sections.map(({ title, lines }) => [title, ...lines.map((line) => `- ${line}`)].join('\n'));
  // People get a page with a button, and mail programs the call.
  const ending = unsubscribe
    ? { label: common.digest.unsubscribe, link: new URL(`/unsubscribe#${unsubscribe}`, options.publicUrl).href }
    : null;
  const footer = ending === null ? reason : `${reason}\n${ending.label}: ${ending.link}`;
  return {
    subject,
    text: [greeting, ...paragraphs, ...lists, `${words.action}:\n${link}`, `-- \n${footer}`].join('\n\n').concat('\n'),
    html: page({
      brand,
      logo: options.logo,
      language,
      subject,
      greeting,
      paragraphs,
      sections,
      link,
      action: words.action,
      reason,
      ending,
    }),
    unsubscribeUrl: unsubscribe ? new URL(`/api/unsubscribe/${unsubscribe}`, options.publicUrl).href : null,
  };
}

/** Amounts, quotas and webhook endpoints in the language of the mail, and the name of the site as plain text. */
function shownData({ data, language }: WrittenMail): MailData {
  const { amount, currency, quota, cause, host, site, inviter, notice, qrs, others, expiresAt, lastDay, timeZone } =
    data;
  const { events, signedAt } = data;
  const words = WORDS[language];
  return {
    ...data,
    ...(site !== undefined && { site: withoutLinks(site) }),
    ...(inviter !== undefined && { inviter: withoutLinks(inviter) }),
    ...(amount !== undefined && { amount: formatMoney(amount, currency as Currency, language) }),
    ...(qrs !== undefined && { qrs: namesOf(qrs, Number(others), language) }),
    ...(expiresAt !== undefined && { expiresAt: timeIn(timeZone, expiresAt, language) }),
    ...(lastDay !== undefined && { lastDay: dayText(lastDay, language) }),
    ...(events !== undefined && { events: formatNumber(Number(events), language) }),
    ...(signedAt !== undefined && { signedAt: timeIn(UTC, signedAt, language) }),
    ...(notice !== undefined && { done: words.security[notice as SecurityNotice] }),
    ...(quota !== undefined && { quota: fillSentence(words.quotas[quota as Quota], language, () => data.limit ?? '') }),
    ...(cause !== undefined && {
      cause: words.webhookCauses[cause as DisabledReason],
      endpoint: host ?? words.endpoint,
    }),
  };
}

/** @param names one a line @param others how many more there are */
function namesOf(names: string, others: number, language: Language): string {
  const shown = names.split('\n').map((name) => isolated(withoutLinks(name)));
  return new Intl.ListFormat(language).format(others === 0 ? shown : [...shown, `+${others}`]);
}

/** @param day such as `2026-06-30` */
const dayText = (day: string, language: Language) =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: UTC }).format(new Date(`${day}T00:00:00Z`));

/** Mails that were queued by an earlier version have no time zone. */
const timeIn = (timeZone = UTC, time: string, language: Language) => {
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone });
  return `${format.format(new Date(time))} (${timeZone})`;
};

/** Invisible, without width, and no place for a line break. */
const WORD_JOINER = '\u2060';
/** Turn the order of a line around. Fields refuse them; older names may have them. */
const DIRECTIONS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/**
 * A text that people typed, which no mail program turns into a link: a name such as "visit www.shop.example" reads the same, and
 * a word joiner stands behind each character that makes an address of words.
 */
export function withoutLinks(text: string): string {
  return text.replaceAll(DIRECTIONS, '').replaceAll(/(?<=\S)[.:@/](?=\S)/gu, (mark) => `${mark}${WORD_JOINER}`);
}

function valueNamed(values: Readonly<Record<string, string>>, name: string): string {
  const value = values[name];
  if (value === undefined) throw new Error(`a mail has no value for {${name}}`);
  return value;
}

/** Control characters and line separators become spaces. */
export function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}

const FONT = 'font-family:system-ui,-apple-system,Segoe UI,Roboto,Arial,sans-serif';

/** One column, styled inline: mail programs drop most of a stylesheet. Only dark colours need one. */
function page(mail: {
  readonly brand: MailBrand | null;
  readonly logo: string | null;
  readonly language: Language;
  readonly subject: string;
  readonly greeting: string;
  readonly paragraphs: readonly string[];
  readonly sections: readonly MailSection[];
  readonly link: string;
  readonly action: string;
  readonly reason: string;
  readonly ending: { readonly label: string; readonly link: string } | null;
}): string {
  const text = (line: string) =>
    `<p style="margin:0 0 16px;font-size:16px;line-height:24px;overflow-wrap:anywhere">${escapeHtml(line)}</p>`;
  const section = ({ title, lines }: MailSection) =>
    `<h2 style="margin:24px 0 8px;font-size:16px;line-height:24px;overflow-wrap:anywhere">${escapeHtml(title)}</h2>
<ul style="margin:0 0 16px;padding:0 0 0 20px;font-size:16px;line-height:24px">
${lines.map((line) => `<li>${escapeHtml(line)}</li>`).join('\n')}
</ul>`;
  const ending =
    mail.ending === null
      ? ''
      : `<br><a href="${escapeHtml(mail.ending.link)}" style="color:#4d5c55">${escapeHtml(mail.ending.label)}</a>`;
  const link = escapeHtml(mail.link);
  const hint = WORDS[mail.language].linkHint;
  const name = escapeHtml(oneLine(mail.brand?.name ?? ''));
  // The logo of a brand has its own proportions.
  const width = mail.brand === null ? 'width="48" ' : '';
  const logo =
    mail.logo === null
      ? `<p style="margin:0 0 24px;font-size:16px;line-height:24px;font-weight:600;overflow-wrap:anywhere">${name}</p>`
      : `<img src="${escapeHtml(mail.logo)}" ${width}height="48" alt="${name}" style="display:block;border:0;margin:0 0 24px;max-width:100%;object-fit:contain">`;
  return `<!doctype html>
<html lang="${mail.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(mail.subject)}</title>
<style>
:root { color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
  .ground { background: #111614 !important; }
  .sheet { background: #1c2421 !important; color: #eef3f0 !important; }
  .quiet, .quiet a { color: #b4c2bb !important; }
}
</style>
</head>
<body class="ground" style="margin:0;padding:0;background:#f2f5f3">
<div class="ground" style="background:#f2f5f3;padding:24px 12px">
<div class="sheet" style="max-width:560px;margin:0 auto;padding:32px 24px;background:#ffffff;color:#17211d;border-radius:12px;${FONT}">
${logo}
<h1 style="margin:0 0 24px;font-size:22px;line-height:28px">${escapeHtml(mail.subject)}</h1>
${[...[mail.greeting, ...mail.paragraphs].map(text), ...mail.sections.map(section)].join('\n')}
<p style="margin:24px 0"><a href="${link}" style="display:inline-block;padding:14px 24px;background:${mail.brand?.colour ?? '#1d6b57'};color:#ffffff;border-radius:8px;font-size:16px;font-weight:600;text-decoration:none">${escapeHtml(mail.action)}</a></p>
<p class="quiet" style="margin:0 0 16px;font-size:13px;line-height:20px;color:#4d5c55;overflow-wrap:anywhere">${escapeHtml(hint)}<br><a href="${link}" style="color:#4d5c55">${link}</a></p>
<p class="quiet" style="margin:24px 0 0;font-size:13px;line-height:20px;color:#4d5c55">${escapeHtml(mail.reason)}${ending}</p>
</div>
</div>
</body>
</html>
`;
}
