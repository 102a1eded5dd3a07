import { Drawer } from '@mantine/core';
import type { Publication } from '../../api/shapes.ts';
import { texts } from '../../texts/en.ts';
import { PublicationDetail } from './publication-detail.tsx';

/** The same over the list, where there is no room beside it. */
export function DetailSheet({ publication, onClose }: { publication: Publication | undefined; onClose: () => void }) {
  return (
    <Drawer.Root opened={publication !== undefined} onClose={onClose} position="bottom" size="85%">
      <Drawer.Overlay />
      <Drawer.Content aria-label={texts.publications.details}>
        <Drawer.Body p={0}>
          {publication && <PublicationDetail publication={publication} onClose={onClose} />}
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}
