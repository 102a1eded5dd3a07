import { type Answer, jsonAnswer, textAnswer } from '../answer.ts';
import type { Misbehaviour } from './misbehaviour.ts';
import { kindOfBody } from './spoil-data.ts';

/** A host that nobody has: https://www.rfc-editor.org/rfc/rfc6761#section-6.4 */
const elsewhere = 'https://login.sandbox.invalid';

const robotCheck =
  '<!doctype html><html><head><title>Are you a robot?</title></head><body><h1>Please confirm you are a human</h1>' +
  '<form id="captcha"><div class="g-recaptcha"></div></form></body></html>';

/** What sources of data, and those that keep copies, say when something goes wrong. */
export function misbehaveAsOtherSource(source: string, url: URL, soundAnswer: () => Answer): Misbehaviour {
  const wanted = encodeURIComponent(url.href);
  return {
    captcha: textAnswer(200, robotCheck),
    unusual: jsonAnswer({ error: 'Too Many Requests', message: 'Too many requests from your address.' }, 429),
    notFound: notFoundOf(source),
    legacy: jsonAnswer({ version: 1, deprecated: true, docs: [] }),
    signIn: `${elsewhere}/signin?return=${wanted}`,
    consent: `${elsewhere}/consent?continue=${wanted}`,
    sorry: `${elsewhere}/sorry/index?continue=${wanted}`,
    changeLayout: () => changeNames(soundAnswer()),
    endlessStart: () => {
      const sound = soundAnswer();
      if (kindOfBody(sound) === 'pdf') return sound;
      return { ...sound, body: sound.body.slice(0, sound.body.length >> 1) };
    },
    filler: ' ',
  };
}

function notFoundOf(source: string): Answer {
  if (source === 'crossref') return textAnswer(404, 'Resource not found.', 'text/plain');
  if (source === 'unpaywall')
    return jsonAnswer({ HTTP_status_code: 404, error: true, message: 'not in Unpaywall' }, 404);
  return textAnswer(404, '<!doctype html>\n<title>404 Not Found</title>\n<h1>Not Found</h1>\n');
}

/** All that a reader looks for is called something else. */
function changeNames(answer: Answer): Answer {
  const text = answer.body.toString();
  switch (kindOfBody(answer)) {
    case 'json':
      return { ...answer, body: text.replaceAll(/"([\w-]+)":/g, '"nx-$1":') };
    case 'xml':
      return { ...answer, body: text.replaceAll(/<(\/?)(?=[\w:]+[\s>])/g, '<$1nx-') };
    case 'pdf':
      return { ...answer, body: text.replace('%PDF-', '%NXF-') };
    case 'html':
      return { ...answer, body: text.replaceAll('citation_', 'nx-') };
  }
}
