import type { OtherSource } from '../platform/sources-config.ts';
import { ownCredential } from '../sources/own-credential.ts';
import type { Planned } from './plan-steps.ts';

/** Whose key is used, and whose budget: the user's own, as long as the source did not refuse it, else the operator's. */
export function credentialOf(source: OtherSource, { lookup, ownKeys }: Planned, refused: ReadonlySet<string>): string {
  const own = {
    openalex: ownKeys?.openalexApiKey,
    crossref: ownKeys?.crossrefApiToken ?? ownKeys?.crossrefMailto,
    unpaywall: ownKeys?.unpaywallEmail,
    arxiv: null,
    europepmc: null,
  }[source];
  if (!own) return 'shared';
  const credential = ownCredential(lookup.userId, own);
  return refused.has(credential) ? 'shared' : credential;
}
