import type { Services } from '../platform/services.ts';
import { orcidPerson } from '../sources/orcid/orcid-requests.ts';
import { type OrcidPerson, parseOrcidPerson } from '../sources/orcid/parse-orcid-person.ts';
import type { FoundPerson } from '../sources/person.ts';
import { type QueryResult, querySource, reportFailedQuery } from '../sources/query-source.ts';
import { awaitSlot } from '../sources/request-slots.ts';
import { SOURCE_LIMITS } from '../sources/source-limits.ts';
import { saveSuccess } from '../sources/store.ts';

const SOURCE = 'orcid';
/** Only the first results, because the others are rarely the right person. */
const MAX_RECORDS = 5;
/** ORCID adds at most this time to a search. */
const MAX_WAIT_MS = 3000;
/** With less time left, no request is sent, because most would be aborted. */
const MIN_MS = 1500;

/** The records that were read, by ORCID iD. A record may name no profile. */
type Records = ReadonlyMap<string, OrcidPerson>;

/**
 * Adds Google Scholar ids to the first people without one, from the profile that their public ORCID record names. ORCID
 * never makes the search fail, and adds at most three seconds. `unreadRecords` counts the records that could not be
 * read; it is 0 if ORCID is disabled.
 */
export async function addOrcidProfiles(
  services: Services,
  people: readonly FoundPerson[],
  signal: AbortSignal,
): Promise<{ people: readonly FoundPerson[]; unreadRecords: number }> {
  const wanted = people.flatMap(({ scholarId, orcid }) => (scholarId === null && orcid !== null ? [orcid] : []));
  const orcids = [...new Set(wanted)].slice(0, MAX_RECORDS);
  if (orcids.length === 0 || !services.config.sources.orcid.enabled) return { people, unreadRecords: 0 };
  const records = await readRecords(services, orcids, signal);
  const named = people.map((person) =>
    person.orcid === null || person.scholarId !== null
      ? person
      : { ...person, scholarId: records.get(person.orcid)?.scholarId ?? null },
  );
  return { people: named, unreadRecords: orcids.filter((orcid) => !records.has(orcid)).length };
}

async function readRecords(services: Services, orcids: readonly string[], signal: AbortSignal): Promise<Records> {
  const { db, config } = services;
  const request = {
    source: SOURCE,
    intervalSeconds: config.sources.orcid.minIntervalSeconds,
    cost: 1,
    dailyBudget: SOURCE_LIMITS[SOURCE].dailyBudget?.shared ?? null,
  };
  const records = new Map<string, OrcidPerson>();
  const endsAt = performance.now() + MAX_WAIT_MS;
  const ends = AbortSignal.any([signal, AbortSignal.timeout(MAX_WAIT_MS)]);
  let failure: Failure | null = null;
  for (const orcid of orcids) {
    const maxWaitMs = endsAt - performance.now() - MIN_MS;
    if (maxWaitMs < 0) break;
    const slot = await awaitSlot(db, request, { maxWaitMs, signal: ends });
    if (!slot.isGranted) break;
    const result = await requestRecord(services, orcid, ends);
    if (result.kind === 'found') records.set(orcid, result.value);
    // the record does not exist or is not public
    else if (result.kind === 'absent' || result.kind === 'refused_request') records.set(orcid, { scholarId: null });
    else {
      failure = result;
      break;
    }
  }
  await recordResponses(services, { records, failure });
  return records;
}

type Failure = Exclude<QueryResult<OrcidPerson>, { kind: 'found' | 'absent' | 'refused_request' }>;

function requestRecord(services: Services, orcid: string, signal: AbortSignal): Promise<QueryResult<OrcidPerson>> {
  const request = orcidPerson(services.config.sources.orcid, orcid);
  return querySource(services, { source: SOURCE, request, parse: parseOrcidPerson, credential: 'shared', signal });
}

/**
 * Records one success or failure, however many records were requested. A request that the search's own deadline aborted
 * is not a failure of ORCID, because that deadline is much shorter than the usual one.
 */
async function recordResponses(
  services: Services,
  { records, failure }: { records: Records; failure: Failure | null },
): Promise<void> {
  const isIrrelevant =
    failure === null ||
    failure.kind === 'spent' ||
    failure.kind === 'key_paused' ||
    (failure.kind === 'unreachable' && failure.reason === 'aborted');
  if (!isIrrelevant) await reportFailedQuery(services, SOURCE, failure);
  else if (records.size > 0) await saveSuccess(services.db, SOURCE);
}
