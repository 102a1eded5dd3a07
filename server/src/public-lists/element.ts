/**
 * What a page consists of. Texts and values of attributes are plain, so text from outside cannot become markup: only the
 * two writers below know how a text is written.
 */
export type Node = string | Element;
export interface Element {
  readonly tag: string;
  /** those that are null are not written */
  readonly attributes: Readonly<Record<string, string | null>>;
  readonly children: readonly Node[];
}
export type Child = Node | null | readonly Child[];

/** Makes an element. Children that are null are left out. */
export function h(tag: string, attributes: Element['attributes'], ...children: readonly Child[]): Element {
  return { tag, attributes, children: flatten(children) };
}

function flatten(children: readonly Child[]): Node[] {
  return children.flatMap((child) => {
    if (child === null) return [];
    return typeof child === 'string' || 'tag' in child ? [child] : flatten(child);
  });
}

const VOID = new Set(['link', 'meta']);
const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? '');

/** Writes an element as HTML. */
export function writeHtml({ tag, attributes, children }: Element): string {
  let html = `<${tag}`;
  for (const [name, value] of Object.entries(attributes)) if (value !== null) html += ` ${name}="${escapeHtml(value)}"`;
  if (VOID.has(tag)) return `${html}>`;
  html += '>';
  // their content is raw text, which ends at the first "</"
  if (tag === 'script') return `${html}${escapeScript(children.join(''))}</script>`;
  if (tag === 'style') return `${html}${children.join('').replaceAll('<', '\\3c ')}</style>`;
  for (const child of children) html += typeof child === 'string' ? escapeHtml(child) : writeHtml(child);
  return `${html}</${tag}>`;
}

/** JSON as it can stand in any script: no text in it can end the script or a line. */
export const writeScriptJson = (value: unknown): string => escapeScript(JSON.stringify(value));

const escapeScript = (json: string) =>
  json.replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');

type Written = string | readonly (string | Readonly<Record<string, unknown>> | Written)[];

/** A node as a script makes it again: a text, or a tag with its attributes and what is in it. */
export function toArrays(node: Node): Written {
  if (typeof node === 'string') return node;
  const attributes = Object.entries(node.attributes).filter(([, value]) => value !== null);
  return [node.tag, Object.fromEntries(attributes), ...node.children.map(toArrays)];
}
