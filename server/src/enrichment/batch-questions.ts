import { createHash } from 'node:crypto';
import { firstAuthor, normaliseTitle } from '../publications/fingerprint.ts';
import type { IdentifierKind } from '../sources/record.ts';
import type { Planned } from './plan-steps.ts';
import type { EnrichedPublication } from './progress.ts';

/** One question and all the publications that need its answer, so that it is asked once. */
export interface JoinedQuestion {
  /** its key in the cache of answers */
  readonly query: string;
  readonly by:
    | { readonly kind: IdentifierKind; readonly value: string }
    | { readonly kind: 'title'; readonly publication: EnrichedPublication };
  readonly askers: readonly Planned[];
}

/** The questions of planned steps, each once. */
export function joinQuestions(planned: readonly Planned[]): JoinedQuestion[] {
  const questions = new Map<string, { by: JoinedQuestion['by']; askers: Planned[] }>();
  for (const one of planned) {
    const by = questionOf(one);
    if (by === null) continue;
    const query = queryOf(by);
    const known = questions.get(query);
    if (known) known.askers.push(one);
    else questions.set(query, { by, askers: [one] });
  }
  return [...questions].map(([query, { by, askers }]) => ({ query, by, askers }));
}

function questionOf({ step, publication }: Planned): JoinedQuestion['by'] | null {
  if (step.kind === 'id') return { kind: step.idKind, value: step.value };
  return step.kind === 'title' ? { kind: 'title', publication } : null;
}

function queryOf(by: JoinedQuestion['by']): string {
  if (by.kind !== 'title') return `${by.kind}:${by.value}`;
  const { title, year, authorText } = by.publication;
  const asked = `${normaliseTitle(title)}\n${year}\n${firstAuthor(authorText)}`;
  return `title:${createHash('sha256').update(asked).digest('base64url')}`;
}

/** The questions of one request: several ids if the source takes batches, all for the same credential. */
export interface Batch {
  /** 'shared', or 'user:', an id and a digest of the key */
  readonly credential: string;
  readonly questions: readonly JoinedQuestion[];
}

/** Puts questions into batches; `group` splits ids into groups that the source takes in one request. */
export function batchQuestions(
  questions: readonly JoinedQuestion[],
  group: (values: readonly string[]) => readonly (readonly string[])[],
  credentialOf: (asker: Planned) => string,
): Batch[] {
  const batches: Batch[] = [];
  const byGroup = new Map<string, { credential: string; byValue: Map<string, JoinedQuestion> }>();
  for (const question of questions) {
    const [asker] = question.askers;
    if (!asker) continue;
    const credential = credentialOf(asker);
    const { by } = question;
    if (by.kind === 'title') batches.push({ credential, questions: [question] });
    else {
      const key = `${credential} ${by.kind}`;
      const known = byGroup.get(key) ?? { credential, byValue: new Map() };
      byGroup.set(key, known);
      known.byValue.set(by.value, question);
    }
  }
  for (const { credential, byValue } of byGroup.values()) {
    for (const values of group([...byValue.keys()]))
      batches.push({ credential, questions: values.flatMap((value) => byValue.get(value) ?? []) });
  }
  return batches;
}
