import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { redirect, type SourceResponse, sendJson, sendResponse, sendText } from '../response.ts';
import type { Fault } from './fault.ts';
import { challengePage, type Refusals, unrelatedPage } from './refusals.ts';

/** A request that gets a faulty response. */
interface FaultyRequest {
  readonly url: URL;
  readonly response: ServerResponse;
  readonly refusals: Refusals;
  /** The response without the fault; some faults change it. */
  readonly normalResponse: () => SourceResponse;
  /** Holds the request until `release` is called. */
  readonly hold: () => ServerResponse;
  /** Sends texts that are hard to parse or to store. */
  readonly sendPoisoned: () => ServerResponse;
}

const usualWait = 120;

/** Sends the response of the fault. */
export function sendFault(fault: Fault, request: FaultyRequest): ServerResponse {
  const { url, response, normalResponse, refusals } = request;
  const seconds = fault.seconds ?? usualWait;
  const refuse = (refusal: SourceResponse, retryAfter = fault.retryAfter) => {
    if (retryAfter !== undefined) response.setHeader('retry-after', retryAfter);
    return sendResponse(response, refusal);
  };
  switch (fault.kind) {
    case 'captcha':
      return sendResponse(response, refusals.captcha);
    case 'challenge_page':
      return sendResponse(response, challengePage(url));
    case 'unusual':
      return refuse(refusals.unusual);
    case 'retry_after_seconds':
      return refuse(refusals.unusual, String(seconds));
    case 'retry_after_date':
      return refuse(refusals.unusual, new Date(Date.now() + seconds * 1000).toUTCString());
    case 'retry_after_absurd':
      return refuse(refusals.unusual, '99999999999999999999');
    case 'signin':
      return redirect(response, refusals.signIn);
    case 'consent':
      return redirect(response, refusals.consent);
    case 'sorry_redirect':
      return redirect(response, refusals.sorry);
    case 'notfound':
      return sendResponse(response, refusals.notFound);
    case 'error':
      return refuse({
        status: 503,
        type: 'text/html',
        body: '<html><body><h1>503 Service Unavailable</h1></body></html>',
      });
    case 'reset':
      response.socket?.resetAndDestroy();
      return response;
    case 'hang':
      return request.hold();
    case 'slow_loris':
      return sendSlowly(response, normalResponse());
    case 'truncated_gzip':
      return sendCut(response, normalResponse());
    case 'endless':
      return sendForever(response, refusals.endlessStart(), refusals.filler);
    case 'redirect_loop':
      return redirect(response, loopAddress(url));
    case 'layout':
      return sendResponse(response, refusals.changeLayout(fault.renamed));
    case 'legacy':
      return sendResponse(response, refusals.legacy);
    case 'html_for_json':
      return sendText(response, 200, unrelatedPage);
    case 'json_for_html':
      return sendJson(response, { status: 'ok', results: [] });
    case 'poison_row':
      return request.sendPoisoned();
  }
}

/** The same URL with a higher counter, so that each redirect leads to another URL. */
export function loopAddress(url: URL): string {
  const next = new URL(url);
  next.searchParams.set('sandbox_loop', String(Number(url.searchParams.get('sandbox_loop') ?? 0) + 1));
  return next.href;
}

function sendCut(response: ServerResponse, { type, body }: SourceResponse): ServerResponse {
  const zipped = gzipSync(body);
  response.writeHead(200, { 'content-type': type, 'content-encoding': 'gzip' });
  return response.end(zipped.subarray(0, (zipped.length * 3) >> 2));
}

const dripMilliseconds = 50;

/** Sends one byte at a time, until the client closes the connection or the body ends. */
function sendSlowly(response: ServerResponse, { type, body: whole }: SourceResponse): ServerResponse {
  const body = Buffer.from(whole);
  response.writeHead(200, { 'content-type': type });
  let at = 0;
  const timer = setInterval(() => {
    if (at >= body.length) response.end();
    else response.write(body.subarray(at, at + 1));
    at += 1;
  }, dripMilliseconds);
  timer.unref();
  response.once('close', () => clearInterval(timer));
  return response.once('finish', () => clearInterval(timer));
}

/** Sends a body that never ends: its start, then `filler`, as fast as the client reads. */
function sendForever(response: ServerResponse, { type, body }: SourceResponse, filler: string): ServerResponse {
  response.writeHead(200, { 'content-type': type });
  response.write(body);
  const block = Buffer.alloc(1 << 16, filler);
  const pour = () => {
    while (!response.destroyed && response.write(block)) {
      // write until the socket's buffer is full
    }
  };
  response.on('drain', pour);
  pour();
  return response;
}
