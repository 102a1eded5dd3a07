import type { Publication } from '../../api/shapes.ts';
import { texts } from '../../texts/en.ts';
import { ModalDialog } from '../../ui/modal-dialog.tsx';
import classes from './detail-sheet.module.css';
import { PublicationDetail } from './publication-detail.tsx';

/** The details over the list, for screens without room beside it. */
export function DetailSheet(props: { id: number | undefined; known: Publication | undefined; onClose: () => void }) {
  const { id, known, onClose } = props;
  if (id === undefined) return null;
  return (
    <ModalDialog label={texts.publications.details} className={classes.sheet} onClose={onClose}>
      <PublicationDetail id={id} known={known} onClose={onClose} />
    </ModalDialog>
  );
}
