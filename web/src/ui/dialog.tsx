import { Modal } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { texts } from '../texts/en.ts';

interface Props {
  readonly title: string;
  readonly size?: 'md' | 'lg';
  /** without it the dialog stays until what it asks for is done */
  onClose?: () => void;
  readonly children: ReactNode;
}

const stay = () => undefined;

/** A dialog that is there as long as it is open. The keys go back to where they were, or, where that is gone, to the page. */
export function Dialog({ title, size = 'md', onClose, children }: Props) {
  // before the dialog takes the keys
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (opener instanceof HTMLElement) opener.focus();
      // it is gone, or cannot be pressed any more
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
