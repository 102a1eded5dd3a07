import { createHash } from 'node:crypto';
import { firstAuthor, normalizeTitle } from '../names/fingerprint.ts';
import type { IdentifierKind } from '../sources/record.ts';
import type { Planned } from './plan-steps.ts';
import type { EnrichedPublication } from './progress.ts';

/** A query with all the steps that need its response, so that it is sent once. */
export interface SharedQuery {
  /** the key of its response in the cache */
  readonly key: string;
  readonly by:
    | { readonly kind: IdentifierKind; readonly value: string }
    | { readonly kind: 'title'; readonly publication: EnrichedPublication };
  readonly steps: readonly Planned[];
}

/** The queries of planned steps, without duplicates. */
export function joinQueries(planned: readonly Planned[]): SharedQuery[] {
  const queries = new Map<string, { by: SharedQuery['by']; steps: Planned[] }>();
  for (const one of planned) {
    const by = targetOf(one);
    if (by === null) continue;
    const key = keyOf(by);
    const known = queries.get(key);
    if (known) known.steps.push(one);
    else queries.set(key, { by, steps: [one] });
  }
  return [...queries].map(([key, { by, steps }]) => ({ key, by, steps }));
}

function targetOf({ step, publication }: Planned): SharedQuery['by'] | null {
  if (step.kind === 'id') return { kind: step.idKind, value: step.value };
  return step.kind === 'title' ? { kind: 'title', publication } : null;
}

function keyOf(by: SharedQuery['by']): string {
  if (by.kind !== 'title') return `${by.kind}:${by.value}`;
  const { title, year, authorText } = by.publication;
  const text = `${normalizeTitle(title)}\n${year}\n${firstAuthor(authorText)}`;
  return `title:${createHash('sha256').update(text).digest('base64url')}`;
}

/** The queries of one request: several ids if the source takes batches, all for the same credential. */
export interface Batch {
  /** 'shared', or 'user:', an id and a digest of the key */
  readonly credential: string;
  readonly queries: readonly SharedQuery[];
}

/**
 * Puts queries into batches, awaited ones first. `group` splits ids into groups that the source accepts in one request.
 */
export function batchQueries(
  queries: readonly SharedQuery[],
  group: (values: readonly string[]) => readonly (readonly string[])[],
  credentialOf: (requester: Planned) => string,
): Batch[] {
  const batches: Batch[] = [];
  const byGroup = new Map<string, { credential: string; byValue: Map<string, SharedQuery> }>();
  for (const query of queries) {
    const [requester] = query.steps;
    if (!requester) continue;
    const credential = credentialOf(requester);
    const { by } = query;
    if (by.kind === 'title') batches.push({ credential, queries: [query] });
    else {
      const key = `${credential} ${by.kind}`;
      const known = byGroup.get(key) ?? { credential, byValue: new Map() };
      byGroup.set(key, known);
      known.byValue.set(by.value, query);
    }
  }
  for (const { credential, byValue } of byGroup.values()) {
    for (const values of group([...byValue.keys()]))
      batches.push({ credential, queries: values.flatMap((value) => byValue.get(value) ?? []) });
  }
  return batches.sort((one, other) => priorityOf(one) - priorityOf(other));
}

function priorityOf({ queries }: Batch): number {
  return Math.min(...queries.flatMap(({ steps }) => steps.map(({ enrichment }) => enrichment.priority)));
}
