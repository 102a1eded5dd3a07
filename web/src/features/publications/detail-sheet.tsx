import type { Publication } from '../../api/shapes.ts';
import { texts } from '../../texts/en.ts';
import { ModalDialog } from '../../ui/modal-dialog.tsx';
import classes from './detail-sheet.module.css';
import { PublicationDetail } from './publication-detail.tsx';
import { SheetBar } from './sheet-bar.tsx';
import type { Steps } from './use-steps.ts';

/** The details of a publication: beside the list if it `isWide`, or else over it. */
export function DetailSheet(props: {
  isWide: boolean;
  id: number;
  known: Publication | undefined;
  steps: Steps;
  isWriting: boolean;
  onWriting: (isWriting: boolean) => void;
  onTag: (publication: Publication) => void;
  onClose: () => void;
}) {
  const { isWide, steps, ...detail } = props;
  const { id, known, onClose } = detail;
  if (isWide) return <PublicationDetail key={id} {...detail} />;
  return (
    <ModalDialog label={texts.publications.details} className={classes.sheet} onClose={onClose}>
      <div className={classes.content}>
        <PublicationDetail key={id} {...detail} />
        <SheetBar id={id} known={known} steps={steps} />
      </div>
    </ModalDialog>
  );
}
