import type { ComponentProps } from 'react';
import { Button } from './button.tsx';
import { Spinner } from './spinner.tsx';

type Props = Omit<ComponentProps<typeof Button>, 'disabled'> & {
  readonly isBusy: boolean;
  /** can be focused but does nothing */
  readonly isDisabled?: boolean;
};

/** A button that keeps the focus while its action is in progress. A disabled button would lose it. */
export function BusyButton({ isBusy, isDisabled = false, onClick, children, ...rest }: Props) {
  const isInert = isBusy || isDisabled;
  return (
    <Button
      {...rest}
      aria-disabled={isInert}
      aria-busy={isBusy}
      onClick={(event) => {
        // also stops the Enter key from submitting the form
        if (isInert) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {isBusy && <Spinner />}
      {children}
    </Button>
  );
}
