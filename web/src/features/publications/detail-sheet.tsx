import { Drawer } from '@mantine/core';
import type { Publication } from '../../api/shapes.ts';
import { texts } from '../../texts/en.ts';
import { PublicationDetail } from './publication-detail.tsx';
import classes from './sheet-bar.module.css';
import { SheetBar } from './sheet-bar.tsx';
import type { Steps } from './use-steps.ts';

/** The details over the list, for screens without room beside it. */
export function DetailSheet(props: {
  id: number | undefined;
  known: Publication | undefined;
  steps: Steps;
  onClose: () => void;
}) {
  const { id, known, steps, onClose } = props;
  return (
    <Drawer.Root opened={id !== undefined} onClose={onClose} position="bottom" size="85%">
      <Drawer.Overlay />
      <Drawer.Content aria-label={texts.publications.details}>
        <Drawer.Body p={0} className={classes.sheet}>
          {id !== undefined && (
            <>
              <PublicationDetail key={id} id={id} known={known} onClose={onClose} />
              <SheetBar id={id} known={known} steps={steps} />
            </>
          )}
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}
