import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface SunkRequest {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A receiver of messages: it keeps what it gets, and answers as `answer` says. */
export interface HttpSink {
  readonly origin: string;
  readonly requests: readonly SunkRequest[];
  answer: (response: ServerResponse, request: SunkRequest) => void;
  close(): Promise<void>;
}

export async function openHttpSink(): Promise<HttpSink> {
  const requests: SunkRequest[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method, url: path, headers } = request;
    const sunk = { method, path, headers, body: Buffer.concat(chunks).toString() };
    requests.push(sunk);
    sink.answer(response, sunk);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const sink: HttpSink = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    answer: (response) => response.end(),
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
  return sink;
}
