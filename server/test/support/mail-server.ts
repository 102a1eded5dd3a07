import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { onTestFinished } from 'vitest';

/** A mail that the server accepted. */
export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly source: Buffer;
  readonly parsed: Email;
}

/** A mail server on loopback, until the test ends. */
export interface MailServer {
  readonly url: string;
  readonly port: number;
  /** what it accepted */
  readonly mails: ReceivedMail[];
  /** the bytes of messages that arrived, also of those that were not complete */
  readonly arrived: { bytes: number };
  /** ends all connections without a reply */
  cut(): void;
}

export interface MailServerOptions {
  readonly user?: { readonly name: string; readonly password: string };
  /** the reply to RCPT TO; null: accepts */
  refuseRecipient?(address: string): SmtpReply | null;
  /** the reply to the complete message; `hang`: none */
  readonly afterEnd?: SmtpReply | 'accept' | 'cut' | 'hang';
  /** called when the final dot arrived */
  onEnd?(): void;
}

interface SmtpReply {
  readonly code: number;
  readonly text: string;
}

export async function startMailServer(options: MailServerOptions = {}): Promise<MailServer> {
  const mails: ReceivedMail[] = [];
  const arrived = { bytes: 0 };
  const { user, afterEnd = 'accept' } = options;
  const handlers: SMTPServerOptions = {
    onAuth({ username, password }, _session, done) {
      const isRight = username === user?.name && password === user?.password;
      done(isRight ? null : new Error('Invalid login of mail-7.internal'), { user: username });
    },
    onRcptTo({ address }, _session, done) {
      const reply = options.refuseRecipient?.(address) ?? null;
      done(reply && errorOf(reply));
    },
    onData(stream, { envelope }, done) {
      const pieces: Buffer[] = [];
      stream.on('data', (piece: Buffer) => {
        pieces.push(piece);
        arrived.bytes += piece.length;
      });
      stream.on('end', async () => {
        options.onEnd?.();
        if (afterEnd === 'hang') return;
        if (afterEnd === 'cut') return cut();
        if (afterEnd !== 'accept') return done(errorOf(afterEnd));
        const source = Buffer.concat(pieces);
        const from = envelope.mailFrom ? envelope.mailFrom.address : '';
        mails.push({
          from,
          to: envelope.rcptTo.map((one) => one.address),
          source,
          parsed: await PostalMime.parse(source),
        });
        done();
      });
    },
  };
  const disabledCommands = ['STARTTLS', ...(user ? [] : ['AUTH'])];
  const server = new SMTPServer({ ...handlers, disabledCommands, authOptional: user === undefined, hideSize: true });
  const cut = () => {
    for (const connection of server.connections) (connection as unknown as Cuttable)._socket.destroy();
  };
  // a client that goes away is part of these tests
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', () => resolve()));
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        cut();
      }),
  );
  const address = server.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const login = user ? `${encodeURIComponent(user.name)}:${encodeURIComponent(user.password)}@` : '';
  return { url: `smtp://${login}127.0.0.1:${port}`, port, mails, arrived, cut };
}

interface Cuttable {
  readonly _socket: { destroy(): void };
}

function errorOf({ code, text }: SmtpReply): Error {
  return Object.assign(new Error(text), { responseCode: code });
}
