import { type AddressInfo, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A mail server on loopback that says what a test wants, until the test ends. */
export interface ScriptedMailServer {
  readonly url: string;
  /** every line that arrived, by connection */
  readonly sessions: readonly string[][];
}

/**
 * What the server sends, without the last line end, after the greeting ('') or a line: nothing for null. `end` ends the
 * connection after it. A line of a message is passed on like a command.
 */
export type Script = (line: string, socket: Socket) => string | null | { readonly end: string };

/** Starts a server that breaks the rules of SMTP, which a real one would not do. */
export async function startScriptedMailServer(script: Script): Promise<ScriptedMailServer> {
  const sessions: string[][] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    const lines: string[] = [];
    sessions.push(lines);
    sockets.add(socket);
    let rest = '';
    const say = (line: string) => {
      const said = script(line, socket);
      if (said === null || socket.destroyed) return;
      if (typeof said === 'string') socket.write(`${said}\r\n`);
      else socket.end(said.end === '' ? '' : `${said.end}\r\n`);
    };
    // the client may go away in the middle
    socket.on('error', () => undefined);
    socket.on('data', (piece) => {
      const [last = '', ...whole] = `${rest}${piece.toString('latin1')}`.split('\r\n').reverse();
      rest = last;
      for (const line of whole.reverse()) {
        lines.push(line);
        say(line);
      }
    });
    say('');
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, sessions };
}
