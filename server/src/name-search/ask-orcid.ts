import { pause } from '../platform/clock.ts';
import type { Services } from '../platform/http/endpoint.ts';
import { type Asked, askSource } from '../sources/ask-source.ts';
import { ETIQUETTE } from '../sources/etiquette.ts';
import { noteUnanswered } from '../sources/note-unanswered.ts';
import { orcidPerson } from '../sources/orcid/orcid-requests.ts';
import { type OrcidPerson, parseOrcidPerson } from '../sources/orcid/parse-orcid-person.ts';
import { spend, takeSlots } from '../sources/pace-store.ts';
import type { FoundPerson } from '../sources/person.ts';
import { saveGoodAnswer } from '../sources/store.ts';

const SOURCE = 'orcid';
/** Of the people that were found the first: the others are rarely the one. */
const MOST_ASKED = 5;
/** A search is not to last much longer for it. */
const PATIENCE_MS = 3000;

/** Somebody's profile is known, or that the record names none. */
type Records = ReadonlyMap<string, OrcidPerson>;

/**
 * Looks into the public ORCID records of the first people who have one and no Google Scholar id for the profile that it names. Nothing that ORCID does
 * makes the search fail, or last more than three seconds longer: `unasked` counts the people of whom it is not known. When it is switched off none is.
 */
export async function askOrcid(
  services: Services,
  people: readonly FoundPerson[],
  signal: AbortSignal,
): Promise<{ people: readonly FoundPerson[]; unasked: number }> {
  const wanted = people.flatMap(({ scholarId, orcid }) => (scholarId === null && orcid !== null ? [orcid] : []));
  const orcids = [...new Set(wanted)].slice(0, MOST_ASKED);
  if (orcids.length === 0 || !services.config.sources.orcid.enabled) return { people, unasked: 0 };
  const records = await readRecords(services, orcids, signal);
  const named = people.map((person) =>
    person.orcid === null || person.scholarId !== null
      ? person
      : { ...person, scholarId: records.get(person.orcid)?.scholarId ?? null },
  );
  return { people: named, unasked: orcids.filter((orcid) => !records.has(orcid)).length };
}

async function readRecords(services: Services, orcids: readonly string[], signal: AbortSignal): Promise<Records> {
  const { db, config } = services;
  const { minIntervalSeconds } = config.sources.orcid;
  const records = new Map<string, OrcidPerson>();
  const pace = await takeSlots(db, SOURCE, orcids.length, minIntervalSeconds);
  if (pace.kind === 'wait') return records;
  const inTime = AbortSignal.timeout(PATIENCE_MS);
  const ends = AbortSignal.any([signal, inTime]);
  const startsAt = performance.now() + pace.startsInMs;
  const turns = [...orcids.slice(0, pace.count).entries()];
  let failure: Failure | null = null;
  const worker = async () => {
    for (let turn = turns.shift(); turn && failure === null; turn = turns.shift()) {
      const [at, orcid] = turn;
      await pause(Math.max(0, startsAt + at * pace.intervalMs - performance.now()), ends);
      if (ends.aborted || failure !== null) return;
      const asked = await askFor(services, orcid, ends);
      if (asked.kind === 'found') records.set(orcid, asked.value);
      // there is no such record, or nobody may see it
      else if (asked.kind === 'absent' || asked.kind === 'refused_request') records.set(orcid, { scholarId: null });
      else failure ??= asked;
    }
  };
  await Promise.all(
    Array.from({ length: Math.min(ETIQUETTE[SOURCE].concurrency, pace.concurrency ?? Infinity) }, worker),
  );
  await note(services, { records, failure, isOurEnd: signal.aborted });
  return records;
}

type Failure = Exclude<Asked<OrcidPerson>, { kind: 'found' | 'absent' | 'refused_request' }>;

async function askFor({ db, ...services }: Services, orcid: string, signal: AbortSignal): Promise<Asked<OrcidPerson>> {
  const request = orcidPerson(services.config.sources.orcid, orcid);
  const { dailyBudget } = ETIQUETTE[SOURCE];
  if (dailyBudget && (await spend(db, SOURCE, 'shared', request.cost, dailyBudget.shared))) return { kind: 'spent' };
  return askSource(
    { db, ...services },
    { source: SOURCE, request, parse: parseOrcidPerson, credential: 'shared', signal },
  );
}

/** However many records were asked for, what came of it is noted once. That it lets us wait too long is a failure of its own; that the search ended is not. */
async function note(
  services: Services,
  { records, failure, isOurEnd }: { records: Records; failure: Failure | null; isOurEnd: boolean },
): Promise<void> {
  if (failure === null) {
    if (records.size > 0) await saveGoodAnswer(services.db, SOURCE);
    return;
  }
  if (failure.kind === 'spent' || failure.kind === 'key_paused') return;
  if (failure.kind === 'unreachable' && failure.reason === 'aborted' && isOurEnd) return;
  await noteUnanswered(services, SOURCE, failure);
}
