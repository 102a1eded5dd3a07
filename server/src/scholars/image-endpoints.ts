import { isTracked } from '../library/entry-store.ts';
import { scholarNotFound } from '../library/not-found.ts';
import { sendPicture } from '../platform/http/downloads.ts';
import { endpoint } from '../platform/http/endpoint.ts';
import { IdInPath } from '../platform/http/shapes.ts';
import { receiveFile } from '../platform/http/uploads.ts';
import * as contract from './contract.ts';
import { type ImageKind, imageNotFound, isPathOfImage, versionOf } from './image.ts';
import { findImage, findImageDigest } from './image-store.ts';
import { setImageUrl, uploadImage } from './own-image.ts';
import { getScholar } from './read-scholars.ts';

export const putUrl = endpoint({
  summary: 'Use the picture at an address for a scholar; the service fetches it and serves its own copy',
  description: 'The address must be public. `profile_image_url` of the scholar is null until the picture was fetched.',
  path: IdInPath,
  body: contract.ImageUrlBody,
  response: contract.WithImageUrl,
  errors: ['scholar_not_found', 'invalid_scholar_image'],
  async handle({ user, path, body, ...services }) {
    // the address of the service's own copy means "unchanged"
    if (!isPathOfImage(body.image_url, path.id)) {
      await setImageUrl(services.db, user.id, { scholarId: path.id, url: body.image_url });
    }
    return getScholar(services, user.id, path.id);
  },
});

export const upload = endpoint({
  summary: 'Upload a picture for a scholar: JPEG, PNG, WebP or GIF, at most 4,096 pixels a side',
  description: 'The picture is encoded again as WebP, without its metadata.',
  path: IdInPath,
  body: contract.UploadBody,
  upload: ['multipart/form-data'],
  response: contract.WithUpload,
  errors: ['scholar_not_found', 'invalid_scholar_image'],
  async handle(context) {
    const { db, user, path, config } = context;
    if (!(await isTracked(db, user.id, path.id))) throw scholarNotFound();
    await receiveFile(context, { field: 'image', maxBytes: config.imageMaxBytes }, (file) =>
      uploadImage(db, user.id, { scholarId: path.id, file }),
    );
    return getScholar(context, user.id, path.id);
  },
});

export const clear = endpoint({
  summary: "Use the profile's own picture again; your upload or your address for one is deleted",
  description: 'The scholar shows the picture of the profile as soon as that was fetched.',
  path: IdInPath,
  response: contract.OneScholar,
  errors: ['scholar_not_found'],
  async handle({ user, path, ...services }) {
    await setImageUrl(services.db, user.id, { scholarId: path.id, url: null });
    return getScholar(services, user.id, path.id);
  },
});

export const showUpload = show('upload', 'Get the picture that you uploaded for a scholar');
export const showOverride = show('override', 'Get the picture at the address that you gave for a scholar');
export const showScraped = show('scraped', 'Get the profile picture of a scholar that you track');

function show(kind: ImageKind, summary: string) {
  return endpoint({
    summary,
    description:
      'A WebP picture, only for its owner. `v` is the digest in the address that the scholar has, and lets browsers keep it.',
    path: contract.ImagePath,
    query: contract.ImageVersion,
    response: contract.Image,
    errors: ['scholar_image_not_found'],
    signedOut: imageNotFound,
    async handle(context) {
      const { db, user, path, query } = context;
      const image = { id: path.scholar_profile_id, kind };
      const digest = await findImageDigest(db, user.id, image);
      const picture = digest && {
        digest,
        isLasting: query.v === versionOf(digest),
        read: () => findImage(db, user.id, { ...image, digest }),
      };
      return sendPicture(context, picture, imageNotFound);
    },
  });
}
