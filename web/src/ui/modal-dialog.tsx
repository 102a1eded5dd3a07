import { type ReactNode, type Ref, useEffect, useId, useImperativeHandle, useLayoutEffect, useRef } from 'react';
import { texts } from '../texts/en.ts';
import { IconButton } from './button.tsx';
import { focusPageIfLost } from './focus-page.ts';
import { CloseIcon } from './icons.tsx';
import { joinClasses } from './join-classes.ts';
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
  readonly className?: string | undefined;
  readonly handle?: Ref<ModalHandle>;
  /** without it the user cannot close the dialog */
  onClose?: (() => void) | undefined;
  readonly children: ReactNode;
}

/**
 * The browser's modal dialog, open while mounted. The browser keeps the focus inside, closes it with Escape and returns
 * the focus; if that element is gone, the page has the focus.
 */
export function ModalDialog({ label, hasHeading = false, className, handle, onClose, children }: Props) {
  const heading = useId();
  const element = useRef<HTMLDialogElement>(null);
  useImperativeHandle(handle, () => ({ close: () => element.current?.close() }), []);
  useLayoutEffect(() => {
    const dialog = element.current;
    dialog?.showModal();
    dialog?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    return () => dialog?.close();
  }, []);
  // after the page around it has changed: the element that opened it may be gone
  useEffect(() => focusPageIfLost, []);
  return (
    <dialog
      ref={element}
      className={joinClasses(classes.dialog, className)}
      {...(hasHeading ? { 'aria-labelledby': heading } : { 'aria-label': label })}
      closedby={onClose ? 'any' : 'none'}
      onCancel={(event) => {
        if (!onClose) event.preventDefault();
      }}
      onClose={() => {
        // strict mode closes it and opens it again
        if (element.current?.open === false) onClose?.();
      }}
    >
      {hasHeading && (
        <div className={classes.head}>
          <h2 id={heading}>{label}</h2>
          {onClose && (
            <IconButton aria-label={texts.close} onClick={() => element.current?.close()}>
              <CloseIcon />
            </IconButton>
          )}
        </div>
      )}
      {children}
    </dialog>
  );
}
