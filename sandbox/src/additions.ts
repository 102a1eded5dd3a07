import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Library, listAdded } from './library.ts';
import type { Publication } from './publication.ts';

/** Writes all added publications. A sandbox that is killed meanwhile leaves the file as it was. */
export function saveAdditions(library: Library, file: string): void {
  const added = listAdded(library);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(`${file}.new`, JSON.stringify(added, null, 1));
  renameSync(`${file}.new`, file);
}

/** Adds the publications of the file. They get the numbers that they had, so the service recognizes their rows. */
export function restoreAdditions(library: Library, file: string): void {
  if (!existsSync(file)) return;
  const added = JSON.parse(readFileSync(file, 'utf8')) as Publication[];
  for (const publication of added) {
    if (library.find(publication.owner) !== undefined) library.addPublication(publication.owner, publication);
  }
}
