import type { Tx } from '../platform/database/database.ts';
import { IMPORT, importedFingerprint, importedKey } from './imported.ts';
import { findImported, type ImportedCandidate } from './imported-store.ts';
import type { RowEvidence, RowMatch } from './match-rows.ts';
import { titleKey } from './search-words.ts';

/** What may lead a row to works that imports know, the surest first. */
const WAYS: readonly ((evidence: RowEvidence, source: string) => string | null)[] = [
  ({ row }, source) => importedKey(source, row.key),
  ({ row }, source) => (row.workKey === null ? null : importedKey(source, row.workKey)),
  ({ fingerprint }) => (fingerprint === null ? null : importedFingerprint(fingerprint)),
];

export interface Adoption {
  readonly matches: RowMatch[];
  /** of works that are taken over and that others were merged into: what led there, as found-by.ts says it */
  readonly ledBy: ReadonlyMap<number, string>;
  readonly twins: Twin[];
}

/** Works that nothing but imports knows, which turned out to be the work of a row. */
export interface Twin {
  readonly id: number;
  readonly match: RowMatch;
}

/**
 * Gives rows that would make new works those that nothing but imports knows, so that users keep their marks. It comes after all that sources know,
 * and the row replaces whatever the import said: so nothing that is imported changes what others see. What other users' imports know of the same
 * row, and what any import knows of a row that is new of a known work, are its twins: they become that work. A key counts when the title agrees;
 * else only where one user alone has the work, who said so. The caller holds the lock on identity if any row or key is new.
 */
export async function adoptImported(
  tx: Tx,
  { source, profileId }: { readonly source: string; readonly profileId: number },
  matches: readonly RowMatch[],
): Promise<Adoption> {
  const isOpen = ({ publicationId, newKeys, newFingerprint }: RowMatch) =>
    publicationId === null || newKeys.length > 0 || newFingerprint !== null;
  const open = matches.filter(isOpen);
  const keys = open.flatMap(({ evidence }) => WAYS.flatMap((keyOf) => keyOf(evidence, source) ?? []));
  const found = new Map<string, ImportedCandidate[]>();
  for (const one of await findImported(tx, profileId, keys)) found.set(one.key, [...(found.get(one.key) ?? []), one]);
  if (found.size === 0) return { matches: [...matches], ledBy: new Map(), twins: [] };
  const adopted = new Map<RowMatch, number>();
  const ledBy = new Map<number, string>();
  const twins: { id: number; match: RowMatch }[] = [];
  const taken = new Set<number>();
  for (const keyOf of WAYS) {
    for (const match of open) {
      for (const work of found.get(keyOf(match.evidence, source) ?? '') ?? []) {
        if (taken.has(work.id)) continue;
        if (work.titleKey !== titleKey(match.evidence.row.title) && work.userCount > 1) continue;
        const isFirst = match.publicationId === null && !adopted.has(match);
        if (!isFirst && work.isJudged) continue;
        taken.add(work.id);
        if (isFirst && work.isWinner) ledBy.set(work.id, `${IMPORT} ${work.storedKey}`);
        if (isFirst) adopted.set(match, work.id);
        else twins.push({ id: work.id, match });
      }
    }
  }
  const taking = new Map(
    matches.map((match) => [
      match,
      adopted.has(match) ? { ...match, publicationId: adopted.get(match) ?? null } : match,
    ]),
  );
  return {
    matches: [...taking.values()],
    ledBy,
    twins: twins.map(({ id, match }) => ({ id, match: taking.get(match) ?? match })),
  };
}
