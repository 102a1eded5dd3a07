import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { createTransport, NodemailerError, SendMailOptions, SentMessageInfo, Transporter } from 'nodemailer';
import type { Config } from '../../platform/config.ts';
import { isLoopback } from '../../platform/ip-addresses.ts';

/** What the transport fills in while it sends a mail. */
export interface Progress {
  /** what the server said about sender and recipient */
  envelope: { readonly mailError?: NodemailerError; readonly rejectedErrors?: readonly NodemailerError[] };
  /** whether the end of the message may have been sent */
  isSent: boolean;
}

type Mail = SendMailOptions & { readonly progress: Progress };

type MailConfig = NonNullable<Config['mail']>;

/**
 * A few connections for all channels, so that a morning's digests need no handshake each, and do not look like an
 * attack to the server.
 */
const POOL = { pool: true, maxConnections: 4, maxMessages: 100, maxRequeues: 1, idleTimeout: 15_000 } as const;
/** In milliseconds. A claim of a channel lasts 45 seconds. */
const LIMITS = { dnsTimeout: 5000, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 } as const;

const transports = new WeakMap<MailConfig, Transporter>();

/** The mail transport of this process. */
function mailTransportOf(config: MailConfig, create: typeof createTransport): Transporter {
  const known = transports.get(config);
  if (known) return known;
  const made = create({ ...POOL, ...LIMITS, ...optionsOf(config.smtpUrl) });
  made.use('stream', (mail, done) => {
    const { progress } = mail.data as Mail;
    mail.message.build((error, bytes) => {
      if (error || !bytes) return done(error);
      progress.envelope = mail.message.getEnvelope() as Progress['envelope'];
      mail.message.createReadStream = () => Readable.from(readOnce(bytes, progress));
      done();
    });
  });
  transports.set(config, made);
  return made;
}

/** The message for the transport, which reads it when the server expects it, and then sends the end of the message. */
async function* readOnce(message: Buffer, progress: Progress): AsyncGenerator<Buffer> {
  yield message;
  // lets the transport first read replies that came together with the one to DATA
  await setImmediate();
  progress.isSent = true;
}

/**
 * Ends the connections of this process to the mail server: idle ones at once, and the others when their message has
 * been sent. The next mail begins with new ones.
 */
export function closeMailTransport(config: MailConfig): void {
  transports.get(config)?.close();
  transports.delete(config);
}

/**
 * Sends a mail. If the connections are closed while it waits for one, it has not begun, so it waits for one of the new
 * ones.
 */
export async function sendOnTransport(config: MailConfig, mail: Mail): Promise<SentMessageInfo> {
  // a service without mail does not need it
  const { createTransport } = await import('nodemailer');
  for (;;) {
    const transport = mailTransportOf(config, createTransport);
    try {
      return await transport.sendMail(mail);
    } catch (error) {
      // all other errors have a code
      if (transport === transports.get(config) || (error as NodemailerError).code !== undefined) throw error;
    }
  }
}

/** What nodemailer needs to know of SMTP_URL. Without TLS only to this machine, or if the operator says so. */
export function optionsOf(smtpUrl: string) {
  const url = new URL(smtpUrl);
  const secure = url.protocol === 'smtps:';
  const isPlain = !secure && (url.searchParams.get('tls') === 'off' || isLoopback(smtpUrl));
  const user = decodeURIComponent(url.username);
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
    secure,
    ignoreTLS: isPlain,
    requireTLS: !secure && !isPlain,
    allowInternalNetworkInterfaces: isLoopback(smtpUrl),
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(user === '' ? {} : { auth: { user, pass: decodeURIComponent(url.password) } }),
  };
}
