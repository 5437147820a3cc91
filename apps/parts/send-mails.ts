import { mailboxTransport } from '@perktree/mail-service/mailbox-transport';
import { startSender } from '@perktree/mail-service/sender';
import { openSmtp } from '@perktree/mail-service/smtp';
import type { BrandOfMail, MailOutbox } from '@perktree/platform/mail';
import type { ShutdownStack } from '@perktree/platform/process/run-program';
import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import type { Configuration } from './configuration/configuration.ts';

/** Sends queued mails until the process stops. */
export async function sendMails(
  parts: ShutdownStack,
  options: {
    readonly mail: NonNullable<Configuration['mail']>;
    readonly pool: Pool;
    readonly outbox: MailOutbox;
    /** What this installation calls the product. */
    readonly product: string;
    readonly publicUrl: string;
    readonly brandOf: BrandOfMail;
    readonly logger: FastifyBaseLogger;
  },
): Promise<void> {
  const { mail, pool, outbox, product, publicUrl, brandOf, logger } = options;
  const transport = mail === 'mailbox' ? mailboxTransport : await openSmtp(mail, { product, publicUrl, brandOf });
  const sender = startSender({ pool, outbox, transport, logger });
  parts.add(() => sender.stop());
}
