import { type ReactNode, useId } from 'react';
import classes from './field.module.css';
import { joinClasses } from './join-classes.ts';

export interface FieldProps {
  readonly label?: ReactNode;
  /** what may be entered, above the control, or below it with `isHintBelow` */
  readonly hint?: ReactNode;
  readonly isHintBelow?: boolean;
  /** what is wrong with the value */
  readonly error?: ReactNode;
  readonly className?: string | undefined;
}

/** Takes the props of a field apart from those of its control. */
export function splitField<P extends FieldProps>({ label, hint, isHintBelow, error, className, ...control }: P) {
  return { field: { label, hint, isHintBelow, error, className }, rest: control };
}

/** What a control of a field needs. */
interface ControlProps {
  readonly id: string;
  readonly className: string | undefined;
  readonly 'aria-invalid': boolean;
  readonly 'aria-describedby': string | undefined;
}

/** A control with its label, hint and error, which a screen reader reads together. */
export function Field({
  label,
  hint,
  isHintBelow = false,
  error,
  className,
  children,
}: FieldProps & { children(control: ControlProps): ReactNode }) {
  const id = useId();
  const description = hint ? (
    <div id={`${id}-hint`} className={classes.hint} data-below={isHintBelow || undefined}>
      {hint}
    </div>
  ) : null;
  const describedBy = [error && `${id}-error`, description && `${id}-hint`].filter(Boolean).join(' ');
  return (
    <div className={joinClasses(classes.field, className)}>
      {label && (
        <label htmlFor={id} className={classes.label}>
          {label}
        </label>
      )}
      {!isHintBelow && description}
      {children({
        id,
        className: classes.control,
        'aria-invalid': Boolean(error),
        'aria-describedby': describedBy || undefined,
      })}
      {isHintBelow && description}
      {error && (
        <div id={`${id}-error`} className={classes.error}>
          {error}
        </div>
      )}
    </div>
  );
}
