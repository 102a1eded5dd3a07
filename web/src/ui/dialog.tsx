import type { ReactNode } from 'react';
import classes from './dialog.module.css';
import { ModalDialog } from './modal-dialog.tsx';

interface Props {
  readonly title: string;
  readonly size?: 'md' | 'lg';
  /** without it the user cannot close the dialog */
  onClose?: () => void;
  readonly children: ReactNode;
}

/** A modal dialog with a heading, such as a form or a question. */
export function Dialog({ title, size = 'md', onClose, children }: Props) {
  return (
    <ModalDialog label={title} hasHeading className={classes[size]} onClose={onClose}>
      <div className={classes.body}>{children}</div>
    </ModalDialog>
  );
}
