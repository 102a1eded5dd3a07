import { type ComponentProps, type ReactNode, useId } from 'react';
import classes from './choice.module.css';
import { joinClasses } from './join-classes.ts';

interface Props extends Omit<ComponentProps<'input'>, 'type' | 'role'> {
  readonly label?: ReactNode;
  /** below the label */
  readonly hint?: ReactNode;
}

export function Checkbox(props: Props) {
  return <Choice {...props} />;
}

/** A checkbox that takes effect at once, or switches something on and off. */
export function Switch(props: Props) {
  return <Choice {...props} role="switch" />;
}

function Choice({ label, hint, className, ...rest }: Props & { role?: 'switch' }) {
  const id = useId();
  return (
    <div className={joinClasses(classes.choice, className)}>
      <input {...rest} id={id} type="checkbox" aria-describedby={hint ? `${id}-hint` : undefined} />
      {label && (
        <div className={classes.what}>
          <label htmlFor={id}>{label}</label>
          {hint && (
            <div id={`${id}-hint`} className={classes.hint}>
              {hint}
            </div>
          )}
        </div>
      )}
    </div>
  );
}

/** Several checkboxes below one question. */
export function Choices({
  label,
  hint,
  children,
}: {
  readonly label: string;
  readonly hint?: string;
  readonly children: ReactNode;
}) {
  const id = useId();
  return (
    <fieldset className={classes.choices} aria-describedby={hint === undefined ? undefined : id}>
      <legend>{label}</legend>
      {hint !== undefined && (
        <div id={id} className={classes.hint}>
          {hint}
        </div>
      )}
      {children}
    </fieldset>
  );
}
