import type { Services } from '../platform/http/endpoint.ts';
import { type Asked, askSource, reportUnanswered } from '../sources/ask-source.ts';
import { ETIQUETTE } from '../sources/etiquette.ts';
import { orcidPerson } from '../sources/orcid/orcid-requests.ts';
import { type OrcidPerson, parseOrcidPerson } from '../sources/orcid/parse-orcid-person.ts';
import type { FoundPerson } from '../sources/person.ts';
import { awaitSlot } from '../sources/request-slots.ts';
import { saveGoodAnswer } from '../sources/store.ts';

const SOURCE = 'orcid';
/** Of the people that were found the first: the others are rarely the one. */
const MOST_ASKED = 5;
/** A search is not to last much longer for it. */
const PATIENCE_MS = 3000;
/** With less time left none is begun: most of it would only be broken off. */
const LEAST_MS = 1500;

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
  const request = {
    source: SOURCE,
    intervalSeconds: config.sources.orcid.minIntervalSeconds,
    cost: 1,
    dailyBudget: ETIQUETTE[SOURCE].dailyBudget?.shared ?? null,
  };
  const records = new Map<string, OrcidPerson>();
  const endsAt = performance.now() + PATIENCE_MS;
  const ends = AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]);
  let failure: Failure | null = null;
  for (const orcid of orcids) {
    const patienceMs = endsAt - performance.now() - LEAST_MS;
    if (patienceMs < 0) break;
    const slot = await awaitSlot(db, request, { patienceMs, signal: ends });
    if (!slot.isGranted) break;
    const asked = await askFor(services, orcid, ends);
    if (asked.kind === 'found') records.set(orcid, asked.value);
    // there is no such record, or nobody may see it
    else if (asked.kind === 'absent' || asked.kind === 'refused_request') records.set(orcid, { scholarId: null });
    else {
      failure = asked;
      break;
    }
  }
  await note(services, { records, failure });
  return records;
}

type Failure = Exclude<Asked<OrcidPerson>, { kind: 'found' | 'absent' | 'refused_request' }>;

function askFor(services: Services, orcid: string, signal: AbortSignal): Promise<Asked<OrcidPerson>> {
  const request = orcidPerson(services.config.sources.orcid, orcid);
  return askSource(services, { source: SOURCE, request, parse: parseOrcidPerson, credential: 'shared', signal });
}

/**
 * However many records were asked for, what came of it is noted once. That the search's own time ended says nothing of ORCID: it allows an answer
 * far less time than others have, and a source that is slow is no source that fails.
 */
async function note(
  services: Services,
  { records, failure }: { records: Records; failure: Failure | null },
): Promise<void> {
  const saysNothing =
    failure === null ||
    failure.kind === 'spent' ||
    failure.kind === 'key_paused' ||
    (failure.kind === 'unreachable' && failure.reason === 'aborted');
  if (!saysNothing) await reportUnanswered(services, SOURCE, failure);
  else if (records.size > 0) await saveGoodAnswer(services.db, SOURCE);
}
