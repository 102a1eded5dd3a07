import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** A mail as the inbox shows it. */
export interface InboxMail {
  /** counts up from 1 */
  readonly number: number;
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly receivedAt: Date;
  readonly html: string;
  readonly text: string;
  readonly source: string;
}

export interface Inbox {
  /** The setting that makes the service send to it. */
  readonly smtpUrl: string;
  /** The latest mails, the newest first. */
  readonly mails: readonly InboxMail[];
  close(): Promise<void>;
}

const maxMails = 200;
const maxBytes = 1_000_000;

/** Starts a mail server on 127.0.0.1 that keeps each mail, whoever it is for, and delivers none. */
export async function startInbox(): Promise<Inbox> {
  const mails: InboxMail[] = [];
  let count = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    hideSize: true,
    onData(stream, { envelope }, done) {
      const pieces: Buffer[] = [];
      let bytes = 0;
      stream.on('data', (piece: Buffer) => {
        bytes += piece.length;
        if (bytes <= maxBytes) pieces.push(piece);
      });
      stream.on('end', () => {
        const source = Buffer.concat(pieces);
        PostalMime.parse(source).then(({ subject = '', html = '', text = '' }) => {
          count += 1;
          const from = envelope.mailFrom ? envelope.mailFrom.address : '';
          const to = envelope.rcptTo.map(({ address }) => address).join(', ');
          const kept = { number: count, from, to, subject, receivedAt: new Date(), html, text };
          mails.unshift({ ...kept, source: source.toString('latin1') });
          mails.splice(maxMails);
          done();
        }, done);
      });
    },
  });
  // a client that goes away
  server.on('error', () => {});
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    smtpUrl: `smtp://127.0.0.1:${port}`,
    mails,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
