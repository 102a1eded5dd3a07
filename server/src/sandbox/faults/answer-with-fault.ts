import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { type Answer, redirect, sendAnswer, sendJson, sendText } from '../answer.ts';
import { otherPage } from './blocked-pages.ts';
import { challengePage } from './challenge-page.ts';
import { dripSlowly, pourForever } from './endless-answers.ts';
import type { Fault } from './fault.ts';
import type { Misbehaviour } from './misbehaviour.ts';

/** A request that is to go wrong. */
export interface Spoiled {
  readonly url: URL;
  readonly response: ServerResponse;
  readonly misbehaviour: Misbehaviour;
  /** What a sound answer would have been; some faults spoil it. */
  readonly soundAnswer: () => Answer;
  /** Keeps the request until the sandbox is told to release it. */
  readonly hold: () => ServerResponse;
  /** Answers with something that is hard to digest in it. */
  readonly answerPoisoned: () => ServerResponse;
}

const usualWait = 120;

/** Lets a request go wrong in the way asked for. */
export function answerWithFault(fault: Fault, spoiled: Spoiled): ServerResponse {
  const { url, response, soundAnswer, misbehaviour } = spoiled;
  const seconds = fault.seconds ?? usualWait;
  const refuse = (answer: Answer, retryAfter = fault.retryAfter) => {
    if (retryAfter !== undefined) response.setHeader('retry-after', retryAfter);
    return sendAnswer(response, answer);
  };
  switch (fault.kind) {
    case 'captcha':
      return sendAnswer(response, misbehaviour.captcha);
    case 'challenge_page':
      return sendAnswer(response, challengePage(url));
    case 'unusual':
      return refuse(misbehaviour.unusual);
    case 'retry_after_seconds':
      return refuse(misbehaviour.unusual, String(seconds));
    case 'retry_after_date':
      return refuse(misbehaviour.unusual, new Date(Date.now() + seconds * 1000).toUTCString());
    case 'retry_after_absurd':
      return refuse(misbehaviour.unusual, '99999999999999999999');
    case 'signin':
      return redirect(response, misbehaviour.signIn);
    case 'consent':
      return redirect(response, misbehaviour.consent);
    case 'sorry_redirect':
      return redirect(response, misbehaviour.sorry);
    case 'notfound':
      return sendAnswer(response, misbehaviour.notFound);
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
      return spoiled.hold();
    case 'slow_loris':
      return dripSlowly(response, soundAnswer());
    case 'truncated_gzip':
      return sendCut(response, soundAnswer());
    case 'endless':
      return pourForever(response, misbehaviour.endlessStart(), misbehaviour.filler);
    case 'redirect_loop':
      return redirect(response, loopAddress(url));
    case 'layout':
      return sendAnswer(response, misbehaviour.changeLayout(fault.renamed));
    case 'legacy':
      return sendAnswer(response, misbehaviour.legacy);
    case 'html_for_json':
      return sendText(response, 200, otherPage);
    case 'json_for_html':
      return sendJson(response, { status: 'ok', results: [] });
    case 'poison_row':
      return spoiled.answerPoisoned();
  }
}

/** The same address with a counter, for ever. */
export function loopAddress(url: URL): string {
  const next = new URL(url);
  next.searchParams.set('sandbox_loop', String(Number(url.searchParams.get('sandbox_loop') ?? 0) + 1));
  return next.href;
}

function sendCut(response: ServerResponse, { type, body }: Answer): ServerResponse {
  const zipped = gzipSync(body);
  response.writeHead(200, { 'content-type': type, 'content-encoding': 'gzip' });
  return response.end(zipped.subarray(0, (zipped.length * 3) >> 2));
}
