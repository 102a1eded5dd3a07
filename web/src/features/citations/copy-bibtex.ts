import type { Publication } from '../../api/shapes.ts';
import { citationTexts as texts } from '../../texts/en/citations.ts';
import { notify, notifyProblem } from '../../ui/notify-problem.ts';
import { MAX_IDS } from './citations-path.ts';
import { fetchBibtex } from './fetch-bibtex.ts';

/** Copies the BibTeX of publications to the clipboard, and says what was copied. */
export async function copyBibtex(publications: readonly Publication[]): Promise<void> {
  if (publications.length > MAX_IDS) return notify(texts.tooMany(MAX_IDS));
  // absent over plain HTTP
  if (navigator.clipboard === undefined) return notify(texts.noClipboard);
  try {
    const ids = publications.map(({ publication_id }) => publication_id);
    const bibtex = fetchBibtex(ids, new AbortController().signal);
    await writeClipboard(bibtex);
    const [, key] = /^@\w+\{([^,]+),/.exec(await bibtex) ?? [];
    const [only, ...others] = publications;
    notify(only && key && others.length === 0 ? texts.copiedOne(key) : texts.copied(publications.length));
  } catch (error) {
    notifyProblem(error);
  }
}

/**
 * Safari only lets a page write to the clipboard while it handles a key or click, so the text is promised and not
 * awaited.
 */
async function writeClipboard(text: Promise<string>): Promise<void> {
  if (typeof ClipboardItem === 'undefined') return navigator.clipboard.writeText(await text);
  const blob = text.then((plain) => new Blob([plain], { type: 'text/plain' }));
  // a browser that refuses to write does not wait for it
  blob.catch(() => undefined);
  const item = new ClipboardItem({ 'text/plain': blob });
  try {
    await navigator.clipboard.write([item]);
  } catch (error) {
    // a failed request is the reason that matters
    await text;
    throw error;
  }
}
