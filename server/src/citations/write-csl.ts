import { type CitedName, type KeyedItem, noteOf } from './item.ts';

/** Writes an item as CSL-JSON: https://docs.citationstyles.org/en/stable/specification.html */
export function writeCsl(item: KeyedItem): string {
  const authors = item.authors.map(nameOf);
  return JSON.stringify(
    dropEmpty({
      id: item.key,
      type: item.kind,
      title: item.title,
      author: authors.length === 0 ? null : authors,
      editor: item.editors.length === 0 ? null : item.editors.map(nameOf),
      issued: item.year === null ? null : { 'date-parts': [[item.year]] },
      'container-title': item.container,
      publisher: item.publisher,
      volume: item.volume,
      issue: item.kind === 'report' ? null : item.issue,
      page: item.pages,
      ISSN: item.issn,
      ISBN: item.isbn,
      DOI: item.doi,
      PMID: item.pmid,
      PMCID: item.pmcid,
      URL: item.url,
      number: item.arxiv === null ? (item.kind === 'report' ? item.issue : null) : `arXiv:${item.arxiv}`,
      note: noteOf(item),
    }),
  );
}

function nameOf(name: CitedName): object {
  if ('literal' in name) return name;
  const { family, given, particle, suffix } = name;
  return dropEmpty({ family, given, 'non-dropping-particle': particle, suffix });
}

function dropEmpty(fields: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}
