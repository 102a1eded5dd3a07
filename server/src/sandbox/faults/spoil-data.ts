import type { Answer } from '../answer.ts';

export type BodyKind = 'json' | 'xml' | 'pdf' | 'html';

export function kindOfBody({ type }: Answer): BodyKind {
  if (type.includes('json')) return 'json';
  if (type.includes('xml')) return 'xml';
  return type.includes('pdf') ? 'pdf' : 'html';
}

const poison = '\u0000\ud800\u202e';
const endless = ' and so on'.repeat(10_000);
/** Other texts are ids and addresses, by which the answer is recognised. */
const poisonedNames = /title|name|family|given|license|publisher|journal|authorString|abstract/i;

/** The sound answer with texts in it that a database or a reader does not take as they are. */
export function poisonData(answer: Answer): Answer {
  const text = answer.body.toString();
  switch (kindOfBody(answer)) {
    case 'json':
      return { ...answer, body: JSON.stringify(poisonValue('', JSON.parse(text))) };
    case 'xml':
      return { ...answer, body: text.replaceAll(/<\/(title|name|summary)>/g, `&#0;&#xD800;\u202e${endless}</$1>`) };
    case 'html':
      return { ...answer, body: text.replace('</title>', `\u0000&#0;&#xD800;${endless}</title>`) };
    case 'pdf':
      return answer;
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
