import type { Tx } from '../platform/database/database.ts';
import { importedFingerprint, importedKey } from './imported.ts';
import { findImported } from './imported-store.ts';
import type { RowEvidence, RowMatch } from './match-rows.ts';
import { titleKey } from './search-words.ts';

/** What may lead a row to a work that imports know, the surest first. */
const WAYS: readonly ((evidence: RowEvidence, source: string) => string | null)[] = [
  ({ row }, source) => importedKey(source, row.key),
  ({ row }, source) => (row.workKey === null ? null : importedKey(source, row.workKey)),
  ({ fingerprint }) => (fingerprint === null ? null : importedFingerprint(fingerprint)),
];

/**
 * Gives rows that would make new works those that nothing but imports knows, so that users keep their marks. It comes after all that sources know,
 * and the row replaces whatever the import said: so nothing that is imported changes what others see. A key counts when the title agrees; else
 * only where one user alone has the work, who said so. The caller holds the lock on identity if any row is new.
 */
export async function adoptImported(
  tx: Tx,
  { source, profileId }: { readonly source: string; readonly profileId: number },
  matches: readonly RowMatch[],
): Promise<RowMatch[]> {
  const open = matches.filter(({ publicationId }) => publicationId === null);
  const keys = open.flatMap(({ evidence }) => WAYS.flatMap((keyOf) => keyOf(evidence, source) ?? []));
  const found = new Map((await findImported(tx, profileId, keys)).map((one) => [one.key, one]));
  if (found.size === 0) return [...matches];
  const adopted = new Map<RowMatch, number>();
  const taken = new Set<number>();
  for (const keyOf of WAYS) {
    for (const match of open) {
      const work = found.get(keyOf(match.evidence, source) ?? '');
      if (!work || adopted.has(match) || taken.has(work.id)) continue;
      if (work.titleKey !== titleKey(match.evidence.row.title) && work.userCount > 1) continue;
      adopted.set(match, work.id);
      taken.add(work.id);
    }
  }
  return matches.map((match) => ({ ...match, publicationId: adopted.get(match) ?? match.publicationId }));
}
