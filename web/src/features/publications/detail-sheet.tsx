import type { Publication } from '../../api/shapes.ts';
import { texts } from '../../texts/en.ts';
import { ModalDialog } from '../../ui/modal-dialog.tsx';
import classes from './detail-sheet.module.css';
import { PublicationDetail } from './publication-detail.tsx';
import { SheetBar } from './sheet-bar.tsx';
import type { Steps } from './use-steps.ts';

/** The details over the list, for screens without room beside it. */
export function DetailSheet(props: {
  id: number | undefined;
  known: Publication | undefined;
  steps: Steps;
  isWriting: boolean;
  onWriting: (isWriting: boolean) => void;
  onTag: (publication: Publication) => void;
  onClose: () => void;
}) {
  const { id, known, steps, isWriting, onWriting, onTag, onClose } = props;
  if (id === undefined) return null;
  return (
    <ModalDialog label={texts.publications.details} className={classes.sheet} onClose={onClose}>
      <div className={classes.content}>
        <PublicationDetail
          key={id}
          id={id}
          known={known}
          isWriting={isWriting}
          onWriting={onWriting}
          onTag={onTag}
          onClose={onClose}
        />
        <SheetBar id={id} known={known} steps={steps} />
      </div>
    </ModalDialog>
  );
}
