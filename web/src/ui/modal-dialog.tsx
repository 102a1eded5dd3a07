import { type ReactNode, type Ref, useImperativeHandle, useLayoutEffect, useRef } from 'react';
import { texts } from '../texts/en.ts';
import { CloseIcon } from './icons.tsx';
import classes from './modal-dialog.module.css';

/** Methods of a dialog for what is in it. */
export interface ModalHandle {
  /** Closes the dialog. The focus returns at once, `onClose` is called a moment later. */
  close(): void;
}

interface Props {
  readonly label: string;
  /** shows the label and a button to close */
  readonly hasHeading?: boolean;
  readonly className: string | undefined;
  readonly handle?: Ref<ModalHandle>;
  onClose(): void;
  readonly children: ReactNode;
}

/** The browser's modal dialog, open while mounted. The browser keeps the focus inside, closes it with Escape and returns the focus. */
export function ModalDialog({ label, hasHeading = false, className, handle, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  useImperativeHandle(handle, () => ({ close: () => dialog.current?.close() }), []);
  useLayoutEffect(() => {
    // strict mode runs effects twice
    if (dialog.current?.open === false) dialog.current.showModal();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={`${classes.dialog} ${className}`}
      aria-label={label}
      closedby="any"
      onClose={onClose}
    >
      {hasHeading && (
        <div className={classes.head}>
          <h2>{label}</h2>
          <button
            type="button"
            className={classes.close}
            aria-label={texts.close}
            onClick={() => dialog.current?.close()}
          >
            <CloseIcon />
          </button>
        </div>
      )}
      {children}
    </dialog>
  );
}
