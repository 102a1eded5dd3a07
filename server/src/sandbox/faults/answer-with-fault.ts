import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { redirect, sendJson, sendText } from '../answer.ts';
import { signInAddress } from '../google-scholar/answer-google-scholar.ts';
import { legacyPage, otherPage, renderCaptcha, unusualTraffic } from './blocked-pages.ts';
import { dripSlowly, pourForever } from './endless-answers.ts';
import type { Fault } from './fault.ts';

/** A request that is to go wrong. */
export interface Spoiled {
  readonly url: URL;
  readonly response: ServerResponse;
  /** The bytes a sound answer would have had; some faults spoil them. */
  readonly soundBody: () => Buffer;
  /** Keeps the request until the sandbox is told to release it. */
  readonly hold: () => ServerResponse;
  /** Answers with rows that are hard to digest in front of the sound ones. */
  readonly answerPoisoned: () => ServerResponse;
}

const usualWait = 120;

/** Lets a request go wrong in the way asked for. */
export function answerWithFault(fault: Fault, spoiled: Spoiled): ServerResponse {
  const { url, response, soundBody } = spoiled;
  const seconds = fault.seconds ?? usualWait;
  const wanted = encodeURIComponent(`https://scholar.google.com${url.pathname}${url.search}`);
  const refuse = (status: number, body: string, retryAfter = fault.retryAfter) => {
    if (retryAfter !== undefined) response.setHeader('retry-after', retryAfter);
    return sendText(response, status, body);
  };
  switch (fault.kind) {
    case 'captcha':
      return sendText(response, 200, renderCaptcha(url));
    case 'unusual':
      return refuse(429, unusualTraffic);
    case 'retry_after_seconds':
      return refuse(429, unusualTraffic, String(seconds));
    case 'retry_after_date':
      return refuse(429, unusualTraffic, new Date(Date.now() + seconds * 1000).toUTCString());
    case 'retry_after_absurd':
      return refuse(429, unusualTraffic, '99999999999999999999');
    case 'signin':
      return redirect(response, signInAddress(url));
    case 'consent':
      return redirect(response, `https://consent.google.com/ml?continue=${wanted}&gl=DE&m=0&pc=scholar&hl=en&src=1`);
    case 'sorry_redirect':
      return redirect(response, `https://www.google.com/sorry/index?continue=${wanted}&q=EgTAqAABGJ`);
    case 'notfound':
      return sendText(response, 404, '<html><head><title>Error 404</title></head><body><h1>404</h1></body></html>');
    case 'error':
      return refuse(503, '<html><body><h1>503 Service Unavailable</h1></body></html>');
    case 'reset':
      response.socket?.resetAndDestroy();
      return response;
    case 'hang':
      return spoiled.hold();
    case 'slow_loris':
      return dripSlowly(response, soundBody());
    case 'truncated_gzip':
      return sendCut(response, gzipSync(soundBody()));
    case 'endless':
      return pourForever(response);
    case 'redirect_loop':
      return redirect(response, loopAddress(url));
    case 'layout':
      return sendText(response, 200, soundBody().toString().replaceAll(/gsc?_/g, 'nx-') || otherPage);
    case 'legacy':
      return sendText(response, 200, legacyPage);
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

function sendCut(response: ServerResponse, zipped: Buffer): ServerResponse {
  response.writeHead(200, { 'content-type': 'text/html; charset=UTF-8', 'content-encoding': 'gzip' });
  return response.end(zipped.subarray(0, (zipped.length * 3) >> 2));
}
