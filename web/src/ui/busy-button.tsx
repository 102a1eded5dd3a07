import { Button, type ButtonProps, Loader } from '@mantine/core';
import type { ComponentProps } from 'react';

type Props = Omit<ButtonProps, 'loading' | 'disabled'> &
  Omit<ComponentProps<'button'>, keyof ButtonProps> & {
    readonly isBusy: boolean;
    /** can be focused but does nothing */
    readonly isDisabled?: boolean;
    readonly 'data-autofocus'?: boolean | undefined;
  };

/** A button that keeps the focus while its action is in progress. Mantine's `loading` disables the button, which loses the focus. */
export function BusyButton({ isBusy, isDisabled = false, onClick, ...rest }: Props) {
  const isInert = isBusy || isDisabled;
  return (
    <Button
      {...rest}
      data-disabled={isInert || undefined}
      aria-disabled={isInert}
      aria-busy={isBusy}
      {...(isBusy ? { leftSection: <Loader size="1em" color="currentColor" /> } : {})}
      onClick={(event) => {
        // also stops the Enter key from submitting the form
        if (isInert) event.preventDefault();
        else onClick?.(event);
      }}
    />
  );
}
