import { findCanonicalOf } from '../library/canonical-store.ts';
import { readItem } from '../library/list-publications.ts';
import { publicationNotFound } from '../library/not-found.ts';
import { isAcknowledged } from '../library/notice-store.ts';
import type { Services } from '../platform/services.ts';
import { readMarks } from '../reading-order/store.ts';
import { GOOGLE_SCHOLAR } from '../sources/source.ts';
import type { Detail } from './contract.ts';
import * as store from './detail-store.ts';
import { readMetadata } from './detail-store.ts';
import { readShown } from './display-store.ts';
import { describeIdentifier, doiUrl } from './identifiers.ts';
import { readStages } from './stages.ts';
import type { Version } from './versions.ts';

/**
 * Everything that is known about a publication in the user's library, read in one snapshot. If the publication was
 * merged, describes its canonical publication.
 * @throws Problem `publication_not_found`
 */
export async function describePublication(
  { db, config }: Pick<Services, 'db' | 'config'>,
  userId: number,
  publicationId: number,
): Promise<Detail> {
  const snapshot = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
  return snapshot.execute(async (tx) => {
    const id = await findCanonicalOf(tx, publicationId);
    const item = id === undefined ? undefined : await readItem(tx, userId, id, null);
    if (id === undefined || item === undefined) throw publicationNotFound();
    const scholarIds = item.scholars.map(({ scholar_profile_id }) => scholar_profile_id);
    const listings = await store.listProfileListings(tx, scholarIds, id);
    const identifiers = await store.listKnownIdentifiers(tx, userId, id);
    const candidates = await store.listPdfCandidates(tx, id);
    const keys = await store.listOwnKeys(tx, userId, id);
    return {
      ...item,
      ...(await readMetadata(tx, id)),
      notices: (await store.listNotices(tx, id)).map(({ noticeDoi, ...notice }) => ({
        ...notice,
        url: noticeDoi === null ? null : doiUrl(noticeDoi),
      })),
      versions: ((await readStages(tx, await readShown(tx, [id]))).get(id)?.versions ?? []).map(describeVersion),
      notice_acknowledged: item.notice !== null && (await isAcknowledged(tx, userId, id)),
      retracted_references: (await store.listRetractedReferences(tx, id)).map((doi) => ({ doi, url: doiUrl(doi) })),
      ...(await store.readCitationsInLibrary(tx, userId, id)),
      rules: await store.listRuleEffects(tx, userId, id),
      added_at: await store.readAddedAt(tx, userId, id),
      interest: (await readMarks(tx, userId, [id])).get(id) ?? null,
      scholars: item.scholars.map((one) => ({ ...one, ...listedBy(one.scholar_profile_id, listings) })),
      first_seen_run: (await store.findFirstSeenRun(tx, userId, id)) ?? null,
      identifiers: identifiers.map(({ source, isContradicted, evidenceUrl, ...identifier }) => ({
        ...describeIdentifier(identifier),
        source,
        is_contradicted: isContradicted,
        evidence_url: evidenceUrl,
      })),
      pdf_candidates: candidates.map((one) => ({ ...one, is_chosen: one.reason === null && one.url === item.pdf_url })),
      sources: [
        ...keys.map((one) => ({ ...one, url: addressOf(one, config.googleScholar.baseUrl) })),
        ...recordsOf(identifiers, keys),
      ],
    };
  });
}

function describeVersion({ stage, venue, url, source, ...version }: Version): Detail['versions'][number] {
  return { stage, venue, published_on: version.publishedOn, version_number: version.versionNumber, url, source };
}

/** Since when the profiles of a scholar list the publication. */
function listedBy(scholarId: number, listings: readonly store.ProfileListing[]) {
  const profiles = listings.filter((one) => one.scholar_id === scholarId);
  const times = profiles.flatMap((one) => one.first_listed_at ?? []);
  return {
    first_listed_at: times.length === 0 ? null : new Date(Math.min(...times.map(Number))),
    profiles: profiles.map(({ scholar_id: _, ...profile }) => profile),
  };
}

/** The page at the source for a key. At Google Scholar it is a row of a profile, or all versions of a publication. */
function addressOf({ source, key, url }: store.SourceKey, sourceUrl: string): string | null {
  if (key === null || source !== GOOGLE_SCHOLAR) return url;
  const [place = '', number = ''] = key.split(':');
  if (place === 'cluster') return `${sourceUrl}/scholar?cluster=${encodeURIComponent(number)}`;
  return `${sourceUrl}/citations?view_op=view_citation&hl=en&user=${encodeURIComponent(place)}&citation_for_view=${encodeURIComponent(place)}:${encodeURIComponent(number)}`;
}

/**
 * The records of other sources that named an identifier, each once. A row of a profile that the user does not track is
 * left out.
 */
function recordsOf(identifiers: readonly store.KnownIdentifier[], keys: readonly store.SourceKey[]): Detail['sources'] {
  const known = new Set(keys.map(({ source }) => source));
  const isForeign = ({ source, evidenceUrl }: store.KnownIdentifier) =>
    source === GOOGLE_SCHOLAR && evidenceUrl === null;
  const records = new Map(
    identifiers
      .filter((one) => !known.has(one.source) && !one.isContradicted && !isForeign(one))
      .map(({ source, evidenceUrl }) => [`${source} ${evidenceUrl}`, { source, key: null, url: evidenceUrl }]),
  );
  return [...records.values()];
}
