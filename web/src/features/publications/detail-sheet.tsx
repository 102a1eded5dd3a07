import { Drawer } from '@mantine/core';
import type { Publication } from '../../api/shapes.ts';
import { texts } from '../../texts/en.ts';
import { PublicationDetail } from './publication-detail.tsx';

/** The details over the list, for screens without room beside it. */
export function DetailSheet(props: { id: number | undefined; known: Publication | undefined; onClose: () => void }) {
  const { id, known, onClose } = props;
  return (
    <Drawer.Root opened={id !== undefined} onClose={onClose} position="bottom" size="85%">
      <Drawer.Overlay />
      <Drawer.Content aria-label={texts.publications.details}>
        <Drawer.Body p={0}>
          {id !== undefined && <PublicationDetail id={id} known={known} onClose={onClose} />}
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}
