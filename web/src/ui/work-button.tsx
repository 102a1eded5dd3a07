import { Button, type ButtonProps } from '@mantine/core';
import type { ComponentProps } from 'react';

/** A button that does nothing more while its work is under way, and keeps the focus: a disabled one loses it. */
export function WorkButton({
  isWorking,
  onClick,
  ...rest
}: ButtonProps & Omit<ComponentProps<'button'>, keyof ButtonProps> & { isWorking: boolean }) {
  return (
    <Button
      {...rest}
      data-disabled={isWorking || undefined}
      aria-disabled={isWorking || undefined}
      onClick={(event) => {
        if (isWorking) event.preventDefault();
        else onClick?.(event);
      }}
    />
  );
}
