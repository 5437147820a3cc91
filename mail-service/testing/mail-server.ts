import { freePort } from '@perktree/platform/process/free-port';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';

interface ReceivedMail {
  readonly recipients: readonly string[];
  /** The mail as it came over the wire. */
  readonly source: string;
  /** A header, unfolded, by its name in lower case. */
  header(name: string): string | undefined;
  /** The decoded text part. */
  text(): string;
}

export interface MailServer {
  readonly url: string;
  readonly received: readonly ReceivedMail[];
  /** Listens again on the same port. */
  start(): Promise<void>;
  stop(): Promise<void>;
  refuse(address: string, status: number, text: string): void;
  accept(address: string): void;
  refuseSender(status: number): void;
  /** Leaves mails to this address unanswered. */
  stall(address: string): void;
  /** Mails that were left unanswered. */
  stalled(): number;
}

/**
 * A real SMTP server on a free port, without login.
 * @param options.tls offers STARTTLS with a certificate that has expired
 */
export async function startMailServer({ tls = false } = {}): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  const refused = new Map<string, Error>();
  let senderRefused: Error | null = null;
  const stalling = new Set<string>();
  let stalled = 0;
  const answer = (status: number, text: string) => Object.assign(new Error(text), { responseCode: status });

  function open(): SMTPServer {
    const server = new SMTPServer({
      disabledCommands: tls ? ['AUTH'] : ['AUTH', 'STARTTLS'],
      closeTimeout: 100,
      onMailFrom: (_address, _session, callback) => callback(senderRefused),
      onRcptTo({ address }, _session, callback) {
        if (stalling.has(address)) stalled += 1;
        else callback(refused.get(address) ?? null);
      },
      onData(stream: SMTPServerDataStream, session: SMTPServerSession, callback) {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          const recipients = session.envelope.rcptTo.map(({ address }) => address);
          received.push(receivedMail(recipients, Buffer.concat(chunks).toString('utf8')));
          callback();
        });
      },
    });
    server.on('error', () => {});
    return server;
  }

  let server = open();
  const listen = (port: number) =>
    new Promise<void>((resolve, reject) => {
      server.server.once('error', reject);
      server.listen(port, '127.0.0.1', () => resolve());
    });
  // Not an ephemeral port, which another process could get while this server is stopped.
  const port = await freePort('127.0.0.1');
  await listen(port);
  let isOpen = true;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    async start() {
      server = open();
      await listen(port);
      isOpen = true;
    },
    async stop() {
      if (!isOpen) return;
      isOpen = false;
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
    refuse: (address, status, text) => void refused.set(address, answer(status, text)),
    accept(address) {
      refused.delete(address);
      stalling.delete(address);
    },
    refuseSender(status) {
      senderRefused = answer(status, 'Sender not allowed');
    },
    stall: (address) => void stalling.add(address),
    stalled: () => stalled,
  };
}

function receivedMail(recipients: readonly string[], source: string): ReceivedMail {
  const head = source.slice(0, source.indexOf('\r\n\r\n')).replaceAll(/\r\n[ \t]+/g, ' ');
  const headers = new Map<string, string>();
  for (const line of head.split('\r\n')) {
    const colon = line.indexOf(':');
    headers.set(line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim());
  }
  return { recipients, source, header: (name) => headers.get(name), text: () => textOf(source) };
}

/** The first part of type text/plain. */
function textOf(source: string): string {
  const part = /Content-Type: text\/plain[\s\S]*?\r\n\r\n([\s\S]*?)\r\n--/i.exec(source);
  const isBase64 = /Content-Type: text\/plain[\s\S]*?Content-Transfer-Encoding: base64/i.test(part?.[0] ?? '');
  const body = part?.[1] ?? '';
  if (isBase64) return Buffer.from(body, 'base64').toString('utf8');
  const bytes = body
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
