/**
 * What a page consists of. Texts and values of attributes are plain, so text from outside cannot become markup: only the
 * two writers below know how a text is written.
 */
export type Node = string | Element;
export interface Element {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly Node[];
}
export type Child = Node | null | readonly Child[];

/** Makes an element. Attributes and children that are null are left out. */
export function h(
  tag: string,
  attributes: Readonly<Record<string, string | null>>,
  ...children: readonly Child[]
): Element {
  const given = Object.entries(attributes).flatMap(([name, value]) => (value === null ? [] : [[name, value]]));
  return { tag, attributes: Object.fromEntries(given), children: flatten(children) };
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
  for (const [name, value] of Object.entries(attributes)) html += ` ${name}="${escapeHtml(value)}"`;
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

type Written = string | readonly (string | Element['attributes'] | Written)[];

/** A node as a script makes it again: a text, or a tag with its attributes and what is in it. */
export function toArrays(node: Node): Written {
  return typeof node === 'string' ? node : [node.tag, node.attributes, ...node.children.map(toArrays)];
}
