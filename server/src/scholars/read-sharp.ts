import type sharp from 'sharp';

let loading: Promise<typeof sharp> | undefined;

/**
 * The image library, loaded when it is first needed: a tenth of a second that no start has to wait for. It may read four formats and no others,
 * uses one thread a picture, and remembers nothing.
 */
export function readSharp(): Promise<typeof sharp> {
  loading ??= import('sharp').then(({ default: library }) => {
    library.cache(false);
    library.concurrency(1);
    library.block({ operation: ['VipsForeignLoad'] });
    library.unblock({
      operation: [
        'VipsForeignLoadJpegBuffer',
        'VipsForeignLoadPngBuffer',
        'VipsForeignLoadWebpBuffer',
        'VipsForeignLoadNsgifBuffer',
      ],
    });
    return library;
  });
  return loading;
}
