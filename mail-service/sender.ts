import { type DueMail, MAILS_CHANNEL, type MailOutbox } from '@perktree/contracts/notification/mail';
import { isUnavailable, warnOfFailure } from '@perktree/platform/outages';
import { WakeUp } from '@perktree/platform/postgres/wake-up';
import { systemTimers, type Timers, within } from '@perktree/platform/time/timers';
import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import { SENT_AT_ONCE, type SmtpDelivery, type Transport } from './smtp.ts';

/** Between two looks for mails whose lease or pause is over, in milliseconds. Queued mails are announced. */
const POLL_MS = 15_000;
/** Pause after mails that the mail server did not take, and after a failure; in milliseconds. */
const OUTAGE_PAUSE_MS = 1_000;
/** Longest wait while the mail server is down, in seconds: so long after its return the last mail leaves. */
const MAX_OUTAGE_WAIT_SECONDS = 60;
/** Longest wait after the mail server has deferred a mail, in seconds. */
const MAX_DEFERRED_WAIT_SECONDS = 900;
/** Longest wait for mails under way when the process stops, in milliseconds. Those that take longer are sent again. */
const STOP_MS = 5_000;

/**
 * Sends queued mails. Leases in the queue let the processes that share it each take other mails, and take over those of a
 * process that died. A repeated mail has the same Message-ID.
 */
export function startSender(options: {
  readonly pool: Pool;
  readonly outbox: MailOutbox;
  readonly transport: Transport;
  readonly logger: Pick<FastifyBaseLogger, 'warn' | 'info'>;
  readonly pollMs?: number;
  readonly timers?: Timers;
}) {
  const { pool, outbox, transport, logger, pollMs = POLL_MS, timers = systemTimers } = options;
  const stopping = new AbortController();
  const bell = new WakeUp(pool, [MAILS_CHANNEL], logger, timers);
  /** A mail that takes long holds up one place alone. */
  const underWay = new Set<Promise<void>>();
  let isDown = false;

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      let taken: readonly DueMail[] = [];
      let hasFailed = false;
      try {
        bell.listen();
        const free = SENT_AT_ONCE - underWay.size;
        taken = free > 0 ? await outbox.take(free) : [];
        for (const mail of taken) begin(mail);
      } catch (err) {
        hasFailed = true;
        warnOfFailure(logger, err, 'cannot send mails; trying again');
      }
      if (hasFailed || (isDown && taken.length > 0))
        await timers.sleep(Math.min(pollMs, OUTAGE_PAUSE_MS), stopping.signal);
      else if (taken.length === 0) await bell.wait(pollMs);
    }
  }

  function begin(mail: DueMail): void {
    const sending = send(mail)
      .catch(async (err) => {
        warnOfFailure(logger, err, 'cannot send mails; trying again');
        // The database is away, so the mail is due again when its lease ends. Any other error may last, and ends with the mail.
        if (isUnavailable(err)) return;
        await outbox.retry(mail, MAX_DEFERRED_WAIT_SECONDS, 'an unforeseen error, which the log has').catch(() => {});
      })
      .finally(() => {
        underWay.delete(sending);
        bell.ring();
      });
    underWay.add(sending);
  }

  function noteServer(delivery: SmtpDelivery): void {
    const wasDown = isDown;
    isDown = delivery.outcome === 'unavailable';
    if (delivery.outcome === 'unavailable' && !wasDown) {
      logger.warn(`the mail server takes no mail: ${delivery.reason}; trying again`);
    } else if (wasDown && !isDown) logger.info('the mail server takes mail again');
  }

  async function send(mail: DueMail): Promise<void> {
    const delivery = await transport.deliver(mail);
    if (!stopping.signal.aborted) noteServer(delivery);
    const { id: mailId, kind, attempt } = mail;
    switch (delivery.outcome) {
      case 'sent':
        await outbox.sent(mail);
        logger.info({ mailId, kind, attempt }, 'mail sent');
        break;
      case 'bounced':
        // The answer of the mail server often contains the address, so it is not logged.
        await outbox.bounced(mail, delivery.reason);
        logger.warn({ mailId, kind, status: delivery.reason.slice(0, 3) }, 'mail refused by the mail server');
        break;
      case 'unwritable':
        await outbox.failed(mail, 'its text cannot be written');
        logger.warn({ err: delivery.err, mailId, kind }, 'mail given up, because its text cannot be written');
        break;
      case 'deferred':
        await outbox.retry(mail, waitSeconds(attempt, MAX_DEFERRED_WAIT_SECONDS), delivery.reason);
        break;
      case 'unavailable':
        await outbox.retry(mail, waitSeconds(attempt, MAX_OUTAGE_WAIT_SECONDS), delivery.reason);
        break;
    }
  }

  const running = run();
  return {
    /** Waits for mails under way for a few seconds, then gives them up. */
    async stop(): Promise<void> {
      stopping.abort();
      bell.ring();
      const ended = running.then(() => Promise.all(underWay));
      await within(STOP_MS, ended, timers);
      transport.close();
      await ended;
      bell.close();
    },
  };
}

/** 1, 2, 4 … seconds. */
function waitSeconds(attempt: number, longest: number): number {
  return Math.min(2 ** Math.min(attempt - 1, 20), longest);
}
