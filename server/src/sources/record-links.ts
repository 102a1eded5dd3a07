import { parseUrl } from '../platform/parse-url.ts';
import { readArxivId } from './identifier-values.ts';
import type { PdfLocation } from './record.ts';

/** Longer lists come from mistakes; each link may cost a request. */
const MOST_LINKS = 20;
const MAX_ADDRESS = 2000;
const ARXIV = /^(?:www\.|export\.)?arxiv\.org$/;

const VERSIONS: Readonly<Record<string, PdfLocation['version']>> = {
  publishedVersion: 'published',
  acceptedVersion: 'accepted',
  submittedVersion: 'submitted',
};

/** A complete http or https address without credentials, as a browser writes it, or null. arXiv's are asked for by https. */
export function readAddress(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > MAX_ADDRESS || !/^\s*https?:\/\//i.test(value)) return null;
  const url = parseUrl(value);
  if (url === null || url.username !== '' || url.password !== '') return null;
  if (ARXIV.test(url.host)) url.protocol = 'https:';
  return url.href.length <= MAX_ADDRESS ? url.href : null;
}

/** The version's name in OpenAlex and Unpaywall. */
export function readVersion(value: unknown): PdfLocation['version'] {
  return typeof value === 'string' && Object.hasOwn(VERSIONS, value) ? (VERSIONS[value] ?? null) : null;
}

/** Each address once, the first as it is. */
export function collectPdfs(locations: readonly (PdfLocation | null)[]): PdfLocation[] {
  const found = new Map<string, PdfLocation>();
  for (const location of locations) {
    if (location !== null && !found.has(location.url)) found.set(location.url, location);
  }
  return [...found.values()].slice(0, MOST_LINKS);
}

/** Each address once, without the pages that arXiv asks programs to leave alone: its id, which is known from the address, leads to the PDF. */
export function collectPages(addresses: readonly (string | null)[]): string[] {
  const pages = addresses.filter((address) => address !== null && readArxivId(address) === null);
  return [...new Set(pages.flatMap((address) => address ?? []))].slice(0, MOST_LINKS);
}
