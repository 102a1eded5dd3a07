import { assetEndpoint } from '../platform/http/asset-endpoint.ts';
import { endpoint } from '../platform/http/endpoint.ts';
import { fileEndpoint } from '../platform/http/file-endpoint.ts';
import { IdInPath } from '../platform/http/shapes.ts';
import * as contract from './contract.ts';
import { examples } from './examples.ts';
import { getScholar } from './get-scholar.ts';
import { type ImageKind, isPathOfImage, versionOf } from './image.ts';
import { imageNotFound } from './image-not-found.ts';
import { findImage, findImageDigest } from './image-store.ts';
import { scholarNotFound } from './scholar-not-found.ts';
import { setImageUrl } from './set-image-url.ts';
import { uploadImage } from './upload-image.ts';
import { isTracked } from './upload-store.ts';

export const putUrl = endpoint({
  summary: 'Show the picture behind an address for a scholar; the service fetches it, and shows its own copy',
  path: IdInPath,
  body: contract.ImageUrlBody,
  answer: contract.Scholar,
  example: examples.putUrl,
  problems: ['scholar_not_found', 'invalid_scholar_image'],
  async handle({ user, path, body, ...services }) {
    // a client that sends back what it was given changes nothing
    if (!isPathOfImage(body.image_url, path.id)) {
      await setImageUrl(services.db, user.id, { scholarId: path.id, url: body.image_url });
    }
    return getScholar(services, user.id, path.id);
  },
});

export const upload = fileEndpoint({
  summary: 'Show a picture of your own for a scholar: JPEG, PNG, WebP or GIF, 4,096 pixels a side at most',
  path: IdInPath,
  body: contract.UploadBody,
  field: 'image',
  mostBytes: ({ imageMaxBytes }) => imageMaxBytes,
  answer: contract.Scholar,
  example: examples.upload,
  problems: ['scholar_not_found', 'invalid_scholar_image'],
  async admit({ db, user, path }) {
    if (!(await isTracked(db, user.id, path.id))) throw scholarNotFound();
  },
  async handle({ user, path, body, ...services }) {
    await uploadImage(services.db, user.id, { scholarId: path.id, file: body });
    return getScholar(services, user.id, path.id);
  },
});

export const clear = endpoint({
  summary: "Show the profile's own picture again: your upload, or your address for one, is forgotten",
  path: IdInPath,
  answer: contract.Scholar,
  example: examples.clear,
  problems: ['scholar_not_found'],
  async handle({ user, path, ...services }) {
    await setImageUrl(services.db, user.id, { scholarId: path.id, url: null });
    return getScholar(services, user.id, path.id);
  },
});

export const showUpload = show('upload', 'The picture that you uploaded for a scholar');
export const showOverride = show('override', 'The picture behind the address that you named for a scholar');
export const showScraped = show('scraped', 'The picture on the profile of a scholar that you track');

function show(kind: ImageKind, summary: string) {
  return assetEndpoint({
    summary,
    path: contract.ImagePath,
    query: contract.ImageVersion,
    contentType: 'image/webp',
    missing: imageNotFound,
    async find({ db, user, path, query }) {
      const scholar = { id: path.scholar_profile_id, kind };
      const digest = await findImageDigest(db, user.id, scholar);
      if (!digest) return undefined;
      const isLasting = query.v === versionOf(digest);
      return { digest, isLasting, read: () => findImage(db, user.id, { ...scholar, digest }) };
    },
  });
}
