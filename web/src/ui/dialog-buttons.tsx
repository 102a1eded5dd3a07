import type { ReactNode } from 'react';
import { texts } from '../texts/en.ts';
import { BusyButton } from './busy-button.tsx';
import { Button } from './button.tsx';
import classes from './dialog.module.css';
import { Group } from './layout.tsx';

interface Props {
  /** what the first button does */
  readonly submit: string;
  readonly isBusy: boolean;
  readonly isDisabled?: boolean;
  onCancel(): void;
  /** at the other end, such as what is rare */
  readonly children?: ReactNode;
}

/** The buttons of a form in a dialog: one that submits it, and "Cancel". */
export function DialogButtons({ submit, isBusy, isDisabled = false, onCancel, children }: Props) {
  return (
    <Group>
      <BusyButton look="primary" type="submit" isBusy={isBusy} isDisabled={isDisabled}>
        {submit}
      </BusyButton>
      <Button onClick={onCancel}>{texts.cancel}</Button>
      {children && <div className={classes.end}>{children}</div>}
    </Group>
  );
}
