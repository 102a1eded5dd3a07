import { Modal } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { texts } from '../texts/en.ts';

interface Props {
  readonly title: string;
  readonly size?: 'md' | 'lg';
  /** without it the user cannot close the dialog */
  onClose?: () => void;
  readonly children: ReactNode;
}

const stay = () => undefined;

/** A modal dialog, open while mounted. Afterwards the focus returns to where it was, or to the page if that element is gone. */
export function Dialog({ title, size = 'md', onClose, children }: Props) {
  // read before the dialog takes the focus
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (opener instanceof HTMLElement) opener.focus();
      // the opener is gone or disabled
      if (document.activeElement === document.body) document.getElementById('page')?.focus();
    },
    [opener],
  );
  return (
    <Modal
      opened
      onClose={onClose ?? stay}
      withCloseButton={onClose !== undefined}
      closeOnEscape={onClose !== undefined}
      closeOnClickOutside={onClose !== undefined}
      title={title}
      size={size}
      returnFocus={false}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      {children}
    </Modal>
  );
}
