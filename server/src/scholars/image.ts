import { Problem } from '../platform/errors.ts';

/** Where the picture of a scholar comes from, the preferred one first. Each kind has its own path in the API. */
export type ImageKind = 'upload' | 'override' | 'scraped';

/** The pictures of a scholar. Only pictures that can be shown have a digest. */
export interface ImageFacts {
  readonly id: number;
  readonly upload_digest: Buffer | null;
  /** the address that the user entered */
  readonly image_override_url: string | null;
  readonly override_digest: Buffer | null;
  readonly override_failed: boolean;
  /** the address on the profile's page */
  readonly image_url: string | null;
  readonly scraped_digest: Buffer | null;
  readonly scraped_failed: boolean;
}

const VERSION_LENGTH = 12;

/**
 * Returns the version in a picture's address, so that a new picture has a new address and caches do not serve the old
 * one.
 */
export function versionOf(digest: Buffer): string {
  return digest.toString('hex').slice(0, VERSION_LENGTH);
}

export type ImageState = 'ready' | 'pending' | 'failed' | 'none';

/** The picture of a scholar as the API shows it. */
export interface WireImage {
  readonly profile_image_url: string | null;
  readonly profile_image_source: ImageKind | 'none';
  readonly profile_image_state: ImageState;
  readonly profile_image_override_url: string | null;
}

/** Returns whether a text is a path that the API returns for a picture of this scholar, in any version. */
export function isPathOfImage(text: string, scholarId: number): boolean {
  const [, id] = /^\/scholar-images\/(\d+)\/(?:upload|override|scraped)(?:\?v=[0-9a-f]+)?$/.exec(text) ?? [];
  return id === String(scholarId);
}

/**
 * Returns the picture that a user sees for a scholar: the user's upload, else the one at the user's address, else the
 * profile's. The URL is always one of this service, so that browsers send no request to other hosts. It changes with
 * the picture, and is null if there is no picture to show.
 */
export function imageOf(facts: ImageFacts): WireImage {
  const { image_override_url, image_url } = facts;
  const shown = (kind: ImageKind, digest: Buffer | null, failed: boolean): WireImage => ({
    profile_image_url: digest && `/scholar-images/${facts.id}/${kind}?v=${versionOf(digest)}`,
    profile_image_source: kind,
    profile_image_state: digest ? 'ready' : failed ? 'failed' : 'pending',
    profile_image_override_url: image_override_url,
  });
  if (facts.upload_digest) return shown('upload', facts.upload_digest, false);
  if (image_override_url !== null) return shown('override', facts.override_digest, facts.override_failed);
  if (image_url !== null) return shown('scraped', facts.scraped_digest, facts.scraped_failed);
  return {
    profile_image_url: null,
    profile_image_source: 'none',
    profile_image_state: 'none',
    profile_image_override_url: null,
  };
}

/** The error is the same if the scholar does not exist, belongs to another user, or has no such picture. */
export function imageNotFound(): Problem {
  return new Problem('not_found', 'scholar_image_not_found', 'This scholar has no such picture.');
}
