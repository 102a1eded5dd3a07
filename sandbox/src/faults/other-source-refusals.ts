import { readPage } from '../data.ts';
import { jsonResponse, type SourceResponse, textResponse } from '../response.ts';
import type { Refusals } from './refusals.ts';

/** A host that does not exist: https://www.rfc-editor.org/rfc/rfc6761#section-6.4 */
const elsewhere = 'https://login.sandbox.invalid';

const robotCheck = readPage('robot-check');

/** Refusals of all sources but Google Scholar. */
export function otherSourceRefusals(source: string, url: URL, normalResponse: () => SourceResponse): Refusals {
  const wanted = encodeURIComponent(url.href);
  return {
    captcha: textResponse(200, robotCheck),
    unusual: jsonResponse({ error: 'Too Many Requests', message: 'Too many requests from your address.' }, 429),
    notFound: notFoundOf(source),
    legacy: jsonResponse({ version: 1, deprecated: true, docs: [] }),
    signIn: `${elsewhere}/signin?return=${wanted}`,
    consent: `${elsewhere}/consent?continue=${wanted}`,
    sorry: `${elsewhere}/sorry/index?continue=${wanted}`,
    changeLayout: () => changeNames(normalResponse()),
    endlessStart: () => {
      const normal = normalResponse();
      if (kindOfBody(normal) === 'pdf') return normal;
      return { ...normal, body: normal.body.slice(0, normal.body.length >> 1) };
    },
    filler: ' ',
  };
}

function notFoundOf(source: string): SourceResponse {
  if (source === 'crossref') return textResponse(404, 'Resource not found.', 'text/plain');
  if (source === 'unpaywall')
    return jsonResponse({ HTTP_status_code: 404, error: true, message: 'not in Unpaywall' }, 404);
  return textResponse(404, '<!doctype html>\n<title>404 Not Found</title>\n<h1>Not Found</h1>\n');
}

/** Renames everything that a parser needs. */
function changeNames(response: SourceResponse): SourceResponse {
  const text = response.body.toString();
  switch (kindOfBody(response)) {
    case 'json':
      return { ...response, body: text.replaceAll(/"([\w-]+)":/g, '"nx-$1":') };
    case 'xml':
      return { ...response, body: text.replaceAll(/<(\/?)(?=[\w:]+[\s>])/g, '<$1nx-') };
    case 'pdf':
      return { ...response, body: text.replace('%PDF-', '%NXF-') };
    case 'html':
      return { ...response, body: text.replaceAll('citation_', 'nx-') };
  }
}

type BodyKind = 'json' | 'xml' | 'pdf' | 'html';

function kindOfBody({ type }: SourceResponse): BodyKind {
  if (type.includes('json')) return 'json';
  if (type.includes('xml')) return 'xml';
  return type.includes('pdf') ? 'pdf' : 'html';
}

const poison = '\u0000\ud800\u202e';
const endless = ' and so on'.repeat(10_000);
/** Only these fields are changed. Others are ids and URLs, which the client needs to recognize the record. */
const poisonedNames = /title|name|family|given|license|publisher|journal|authorString|abstract/i;

/** Adds texts to the normal response that a database or a parser cannot accept unchanged. */
export function poisonData(response: SourceResponse): SourceResponse {
  const text = response.body.toString();
  switch (kindOfBody(response)) {
    case 'json':
      return { ...response, body: JSON.stringify(poisonValue('', JSON.parse(text))) };
    case 'xml':
      return { ...response, body: text.replaceAll(/<\/(title|name|summary)>/g, `&#0;&#xD800;\u202e${endless}</$1>`) };
    case 'html':
      return { ...response, body: text.replace('</title>', `\u0000&#0;&#xD800;${endless}</title>`) };
    case 'pdf':
      return response;
  }
}

function poisonValue(name: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => poisonValue(name, item));
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).map(([key, item]) => [key, poisonValue(key, item)] as const);
    return { ...Object.fromEntries(entries), nx_endless: endless, nx_nothing: null };
  }
  return typeof value === 'string' && poisonedNames.test(name) ? value + poison : value;
}
