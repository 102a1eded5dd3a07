import type { ReactNode } from 'react';
import { Dialog } from './dialog.tsx';
import { DialogButtons } from './dialog-buttons.tsx';
import classes from './form-dialog.module.css';
import { ProblemText } from './problem-text.tsx';

interface Props {
  readonly title: string;
  /** what the first button does */
  readonly submit: string;
  /** the mutation that saves the form */
  readonly saving: { readonly isPending: boolean; readonly error: Error | null; reset(): void };
  /** The error is shown at a field. */
  readonly isAtField: boolean;
  readonly isDisabled?: boolean;
  /** beside the two buttons */
  readonly more?: ReactNode;
  /** below the form */
  readonly below?: ReactNode;
  onSubmit(): void;
  onClose(): void;
  readonly children: ReactNode;
}

/** A form in a dialog. A change of a field hides the error of the last attempt. */
export function FormDialog({
  title,
  submit,
  saving: { isPending, error, reset },
  isAtField,
  isDisabled = false,
  more,
  below,
  onSubmit,
  onClose,
  children,
}: Props) {
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
        onChange={reset}
      >
        {children}
        <ProblemText error={isAtField ? null : error} />
        <DialogButtons submit={submit} isBusy={isPending} isDisabled={isDisabled} onCancel={onClose}>
          {more}
        </DialogButtons>
      </form>
      {below}
    </Dialog>
  );
}
