/** Where the picture of a scholar comes from, by rank; each has an address of its own at the service. */
export type ImageKind = 'upload' | 'override' | 'scraped';

/** What is known of a scholar's pictures; digests are those of pictures that can be shown. */
export interface ImageFacts {
  readonly id: number;
  readonly upload_digest: Buffer | null;
  /** the address that the user named */
  readonly image_override_url: string | null;
  readonly override_digest: Buffer | null;
  readonly override_failed: boolean;
  /** the address that the profile's page names */
  readonly image_url: string | null;
  readonly scraped_digest: Buffer | null;
  readonly scraped_failed: boolean;
}

const VERSION_LETTERS = 12;

/** What the address of a picture says of it, so that another picture has another address. */
export function versionOf(digest: Buffer): string {
  return digest.toString('hex').slice(0, VERSION_LETTERS);
}

export type ImageState = 'ready' | 'pending' | 'failed' | 'none';

/** The picture of a scholar as the wire has it. */
export interface WireImage {
  readonly profile_image_url: string | null;
  readonly profile_image_source: ImageKind | 'none';
  readonly profile_image_state: ImageState;
  readonly profile_image_override_url: string | null;
}

/** Whether a text is the path of one of a scholar's pictures, of whatever version, as the service gives it out. */
export function isPathOfImage(text: string, scholarId: number): boolean {
  const [, id] = /^\/scholar-images\/(\d+)\/(?:upload|override|scraped)(?:\?v=[0-9a-f]+)?$/.exec(text) ?? [];
  return id === String(scholarId);
}

/**
 * The picture that a user sees for a scholar: the user's upload, else the one behind the user's address, else the profile's. The address is always
 * the service's own: a reader's browser asks nobody else. It changes with the picture, and is null while there is nothing to show.
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
