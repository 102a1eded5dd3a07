import { createServer, request } from 'node:http';

interface Forwarder {
  readonly origin: string;
  target: string;
}

let opening: Promise<Forwarder> | null = null;

/**
 * The server of this process that forwards to the relay of the current test. Its address stays, and it is a setting of
 * services, so that tests with relays can share services.
 */
export async function openForwarder({ origin }: { readonly origin: string }): Promise<{ readonly origin: string }> {
  opening ??= startForwarder();
  const forwarder = await opening;
  forwarder.target = origin;
  return forwarder;
}

function startForwarder(): Promise<Forwarder> {
  const forwarder = { origin: '', target: '' };
  const server = createServer((incoming, response) => {
    const { method, headers, url = '' } = incoming;
    const onward = request(forwarder.target + url, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => void response.destroy());
    response.on('close', () => void onward.destroy());
    incoming.pipe(onward);
  });
  server.unref();
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      forwarder.origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
      resolve(forwarder);
    });
  });
}
