import { parseUrl } from '../platform/parse-url.ts';
import { readArxivId } from './identifier-values.ts';
import type { PdfLocation } from './record.ts';

/** Longer lists are errors, and each link may cost a request. */
const MAX_LINKS = 20;
const MAX_ADDRESS = 2000;
const ARXIV = /^(?:www\.|export\.)?arxiv\.org$/;

const VERSIONS: Readonly<Record<string, PdfLocation['version']>> = {
  publishedVersion: 'published',
  acceptedVersion: 'accepted',
  submittedVersion: 'submitted',
};

/** A normalized http or https address without credentials, or null. Addresses of arXiv always use https. */
export function readAddress(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > MAX_ADDRESS || !/^\s*https?:\/\//i.test(value)) return null;
  const url = parseUrl(value);
  if (url === null || url.username !== '' || url.password !== '') return null;
  if (ARXIV.test(url.host)) url.protocol = 'https:';
  return url.href.length <= MAX_ADDRESS ? url.href : null;
}

/** Reads a version as OpenAlex and Unpaywall name it. */
export function readVersion(value: unknown): PdfLocation['version'] {
  return typeof value === 'string' && Object.hasOwn(VERSIONS, value) ? (VERSIONS[value] ?? null) : null;
}

/** Removes duplicate addresses, keeping the first. */
export function collectPdfs(locations: readonly (PdfLocation | null)[]): PdfLocation[] {
  const found = new Map<string, PdfLocation>();
  for (const location of locations) {
    if (location !== null && !found.has(location.url)) found.set(location.url, location);
  }
  return [...found.values()].slice(0, MAX_LINKS);
}

/**
 * Removes duplicate addresses and pages of arXiv. arXiv asks programs not to read its pages, and the id in the address
 * leads to the PDF anyway.
 */
export function collectPages(addresses: readonly (string | null)[]): string[] {
  const pages = addresses.filter((address) => address !== null && readArxivId(address) === null);
  return [...new Set(pages.flatMap((address) => address ?? []))].slice(0, MAX_LINKS);
}
