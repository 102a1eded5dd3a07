import { type ReactNode, useEffect, useId, useRef } from 'react';
import { texts } from '../texts/en.ts';
import { IconButton } from './button.tsx';
import classes from './dialog.module.css';
import { CloseIcon } from './icons.tsx';

interface Props {
  readonly title: string;
  readonly size?: 'md' | 'lg';
  /** without it the user cannot close the dialog */
  onClose?: () => void;
  readonly children: ReactNode;
}

/** A modal dialog, open while mounted. Afterwards the focus returns to where it was, or to the page if that element is gone. */
export function Dialog({ title, size = 'md', onClose, children }: Props) {
  const heading = useId();
  return (
    <ModalDialog
      className={classes.dialog}
      data-size={size}
      aria-labelledby={heading}
      {...(onClose ? { onClose } : {})}
    >
      <div className={classes.head}>
        <h2 id={heading}>{title}</h2>
        {onClose && (
          <IconButton aria-label={texts.close} onClick={onClose}>
            <CloseIcon />
          </IconButton>
        )}
      </div>
      <div className={classes.body}>{children}</div>
    </ModalDialog>
  );
}

interface ModalProps {
  readonly className: string | undefined;
  readonly 'aria-label'?: string;
  readonly 'aria-labelledby'?: string;
  readonly 'data-size'?: string;
  onClose?: () => void;
  readonly children: ReactNode;
}

/** The modal element of a dialog or a sheet: the browser keeps the focus in it and the rest of the page inert. */
export function ModalDialog({ onClose, children, ...rest }: ModalProps) {
  const element = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = element.current;
    if (dialog === null) return;
    const opener = document.activeElement;
    dialog.showModal();
    dialog.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    return () => {
      dialog.close();
      if (opener instanceof HTMLElement) opener.focus();
      // the opener is gone or disabled
      if (document.activeElement === document.body) document.getElementById('page')?.focus();
    };
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the browser sends Escape as `cancel`
    <dialog
      {...rest}
      ref={element}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
      onClick={({ target }) => {
        // the content covers the dialog, so this is the backdrop
        if (target === element.current) onClose?.();
      }}
    >
      <div className={classes.content}>{children}</div>
    </dialog>
  );
}
