import { type Answer, textAnswer } from '../answer.ts';
import { signInAddress } from '../google-scholar/answer-google-scholar.ts';
import { legacyPage, otherPage, renderCaptcha, unusualTraffic } from './blocked-pages.ts';
import type { Misbehaviour } from './misbehaviour.ts';

export function misbehaveAsGoogleScholar(url: URL, soundAnswer: () => Answer): Misbehaviour {
  const wanted = encodeURIComponent(`https://scholar.google.com${url.pathname}${url.search}`);
  return {
    captcha: textAnswer(200, renderCaptcha(url)),
    unusual: textAnswer(429, unusualTraffic),
    notFound: textAnswer(404, '<html><head><title>Error 404</title></head><body><h1>404</h1></body></html>'),
    legacy: textAnswer(200, legacyPage),
    signIn: signInAddress(url),
    consent: `https://consent.google.com/ml?continue=${wanted}&gl=DE&m=0&pc=scholar&hl=en&src=1`,
    sorry: `https://www.google.com/sorry/index?continue=${wanted}&q=EgTAqAABGJ`,
    changeLayout: (renamed) =>
      textAnswer(
        200,
        soundAnswer()
          .body.toString()
          .replaceAll(renamed ?? /gsc?_/g, 'nx-') || otherPage,
      ),
    endlessStart: () => textAnswer(200, ''),
    filler: '<p>more</p>',
  };
}
