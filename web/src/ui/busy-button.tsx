import { Button, type ButtonProps, Loader } from '@mantine/core';
import type { ComponentProps } from 'react';

type Props = Omit<ButtonProps, 'loading' | 'disabled'> &
  Omit<ComponentProps<'button'>, keyof ButtonProps> & {
    readonly isBusy: boolean;
    /** it can be reached, and does nothing */
    readonly isOff?: boolean;
    readonly 'data-autofocus'?: boolean | undefined;
  };

/** A button that keeps the keys while what it began goes on: one that is disabled, as `loading` makes it, loses them. */
export function BusyButton({ isBusy, isOff = false, onClick, ...rest }: Props) {
  const isInert = isBusy || isOff;
  return (
    <Button
      {...rest}
      data-disabled={isInert || undefined}
      aria-disabled={isInert}
      aria-busy={isBusy}
      {...(isBusy ? { leftSection: <Loader size="1em" color="currentColor" /> } : {})}
      onClick={(event) => {
        // of a form, too, that is sent by the Enter key
        if (isInert) event.preventDefault();
        else onClick?.(event);
      }}
    />
  );
}
