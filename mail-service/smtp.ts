import type { BrandOfMail, DueMail } from '@perktree/contracts/notification/mail';
import { abortAfter } from '@perktree/platform/time/timers';
import { composeMail, LOGO_CID, oneLine } from './compose.ts';
import { logoOf } from './logo.ts';

/** Longest time of each step of a delivery, in milliseconds. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000, dnsTimeout: 10_000 };
/** Longest time of one delivery, in milliseconds: less than the lease of a mail. */
const DELIVERY_MS = 60_000;
/** Mails that a process sends at once, each over a connection. */
export const SENT_AT_ONCE = 3;
/** Longest answer of a mail server that is kept. */
const REASON_CHARACTERS = 300;

export interface SmtpSettings {
  readonly url: string;
  /** An address, or `Name <address>`. */
  readonly from: string;
}

/** What became of a delivery. */
export type SmtpDelivery =
  | { readonly outcome: 'sent' }
  /** The server refused this recipient or mail for good. */
  | { readonly outcome: 'bounced'; readonly reason: string }
  /** It refused this mail for now (4xx). */
  | { readonly outcome: 'deferred'; readonly reason: string }
  /** It cannot be reached, or takes no mail of this sender: nothing can be sent. */
  | { readonly outcome: 'unavailable'; readonly reason: string }
  /** Its data or the product is wrong, so another attempt would fail, too. */
  | { readonly outcome: 'unwritable'; readonly err: unknown };

export interface Transport {
  deliver(mail: DueMail): Promise<SmtpDelivery>;
  /** Ends deliveries under way; they are `unavailable`. */
  close(): void;
}

/** Sends nothing: the queue keeps the mails, and the mailbox page of a demo shows them. */
export const mailboxTransport: Transport = {
  deliver: async () => ({ outcome: 'sent' }),
  close() {},
};

/** Sends by SMTP over few connections that are kept open. */
export async function openSmtp(
  { url, from }: SmtpSettings,
  options: {
    readonly product: string;
    readonly publicUrl: string;
    readonly brandOf?: BrandOfMail;
    readonly deliveryMs?: number;
  },
): Promise<Transport> {
  const { deliveryMs = DELIVERY_MS, brandOf = async () => null } = options;
  // Loaded on demand: most processes send no mail.
  const { createTransport } = await import('nodemailer');
  const transporter = createTransport({ url, pool: true, maxConnections: SENT_AT_ONCE, ...TIMEOUTS });
  const sender = /[^\s<>]+@([^\s@>]+)(?=>?$)/.exec(from.trim());
  const domain = sender?.[1] ?? 'localhost';

  async function deliver(mail: DueMail): Promise<SmtpDelivery> {
    const brand = await brandOf(mail);
    const logo = logoOf(brand);
    let written: ReturnType<typeof composeMail>;
    try {
      written = composeMail(mail, { ...options, brand, logo: logo && `cid:${LOGO_CID}` });
    } catch (err) {
      return { outcome: 'unwritable', err };
    }
    const { subject, text, html, unsubscribeUrl } = written;
    const { address, name } = mail.to;
    // A server that answers slowly exceeds no time of a step.
    const signal = abortAfter(deliveryMs);
    try {
      await transporter.sendMail({
        from: brand === null ? from : { name: oneLine(brand.name), address: sender?.[0] ?? from },
        to: { address, name: oneLine(name ?? '') },
        subject,
        text,
        html,
        messageId: `<${mail.id}@${domain}>`,
        date: mail.createdAt,
        headers: {
          'Auto-Submitted': 'auto-generated',
          ...(unsubscribeUrl !== null && {
            'List-Unsubscribe': `<${unsubscribeUrl}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
        },
        attachments: logo
          ? [
              {
                cid: LOGO_CID,
                filename: 'logo.png',
                contentType: 'image/png',
                content: logo,
                contentDisposition: 'inline',
              },
            ]
          : [],
        disableFileAccess: true,
        disableUrlAccess: true,
        signal,
      });
      return { outcome: 'sent' };
    } catch (error) {
      return signal.aborted ? { outcome: 'unavailable', reason: 'timeout' } : failureOf(error);
    }
  }

  return { deliver, close: () => transporter.close({ force: true }) };
}

/** An error of nodemailer: `command` is what the server refused, `responseCode` its status. */
interface SmtpError {
  readonly code?: string;
  /** Node's code, of a connection. */
  readonly originalCode?: string;
  readonly command?: string;
  readonly responseCode?: number;
  readonly response?: string;
}

/** Commands about one mail; a refusal of others, such as AUTH or MAIL FROM, concerns all mails. */
const OF_ONE_MAIL: ReadonlySet<string> = new Set(['RCPT TO', 'DATA']);

function failureOf(error: unknown): SmtpDelivery {
  const { command = '', responseCode, response } = error as SmtpError;
  if (responseCode === undefined || !OF_ONE_MAIL.has(command)) {
    return { outcome: 'unavailable', reason: reasonOf(error as SmtpError) };
  }
  const reason = oneLine(response ?? String(responseCode)).slice(0, REASON_CHARACTERS);
  return responseCode >= 500 ? { outcome: 'bounced', reason } : { outcome: 'deferred', reason };
}

const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_|ERR_TLS_/;
const TLS = /SSL|TLS|EPROTO/;

/** Why nothing can be sent, with what to mend. Never the server's own words, which can hold an address. */
function reasonOf({ code = 'unknown', originalCode = code, responseCode }: SmtpError): string {
  const detail = String(responseCode ?? originalCode);
  if (code === 'EAUTH') return `it refuses the user and password of SMTP_URL (${detail})`;
  if (responseCode !== undefined) return detail;
  if (CERTIFICATE.test(originalCode))
    return `its certificate is not valid for SMTP_URL (${detail}): use the host of the certificate there, or trust its authority by NODE_EXTRA_CA_CERTS`;
  if (TLS.test(originalCode))
    return `TLS fails (${detail}): SMTP_URL takes smtps:// for TLS from the start, usually port 465, else smtp://`;
  return `the host and port of SMTP_URL do not answer (${detail})`;
}
