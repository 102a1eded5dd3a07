import { makeZip } from 'client-zip';
import { type Batches, type FileParts, fullName, type KeyedItem } from './item.ts';
import { plainTitle } from './make-item.ts';

/** An archive consists of many short pieces. */
const PART_BYTES = 65_536;

/** An archive with a Markdown file for each publication, named by its cite key. Obsidian reads such a folder. */
export async function* zipMarkdown(batches: Batches<KeyedItem>): FileParts {
  const lastModified = new Date();
  async function* files() {
    for await (const items of batches)
      for (const item of items) yield { name: `${fileNameOf(item.key)}.md`, input: writeMarkdown(item), lastModified };
  }
  let part: Uint8Array[] = [];
  let size = 0;
  for await (const piece of makeZip(files())) {
    part.push(piece);
    size += piece.length;
    if (size < PART_BYTES) continue;
    yield Buffer.concat(part);
    [part, size] = [[], 0];
  }
  yield Buffer.concat(part);
}

/** Cite keys of other programs may have signs that names of files do not. Their wide forms are in no key. */
function fileNameOf(key: string): string {
  return key.replace(/[*/:?]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0));
}

/** Writes an item with its abstract and notes. The citation is in the front matter, as YAML. */
export function writeMarkdown(item: KeyedItem): string {
  const { abstract = null, tags = [], notes = [] } = item.reading ?? {};
  const properties: Readonly<Record<string, string | number | readonly string[] | null>> = {
    citekey: item.key,
    title: plainTitle(item.title),
    authors: [...item.authors.map(fullName), ...(item.hasMoreAuthors ? ['…'] : [])],
    year: item.year,
    type: item.kind,
    container: item.container,
    doi: item.doi,
    arxiv: item.arxiv,
    url: item.url,
    notice: item.notice,
    // a tag of Obsidian has no spaces
    tags: tags.map((tag) => tag.replaceAll(/\s+/g, '-')),
  };
  // JSON is YAML
  const front = Object.entries(properties).flatMap(([name, value]) =>
    value === null || (Array.isArray(value) && value.length === 0) ? [] : [`${name}: ${JSON.stringify(value)}`],
  );
  const blocks = [
    ['---', ...front, '---'].join('\n'),
    ...(abstract === null ? [] : ['## Abstract', escapeMarkdown(abstract)]),
    ...(notes.length === 0 ? [] : ['## Notes', ...notes]),
  ];
  return `${blocks.join('\n\n')}\n`;
}

/** Takes the meaning of Markdown from a text, except that formulas between dollar signs stay. */
function escapeMarkdown(text: string): string {
  return text.replace(/\$[^$\n]*[\\^_{][^$\n]*\$|[\\`*_[\]<>~#|$]/g, (found) =>
    found.length > 1 ? found : `\\${found}`,
  );
}
