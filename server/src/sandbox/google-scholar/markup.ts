const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text as it stands in the source's pages, which also write apostrophes as entities. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character);
}

/** Bytes in ISO-8859-1, with numeric entities for what that does not hold. */
export function encodeLatin1(html: string): Buffer {
  const encodable = html.replaceAll(/\P{ASCII}/gu, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return code > 0xff ? `&#${code};` : character;
  });
  return Buffer.from(encodable, 'latin1');
}
