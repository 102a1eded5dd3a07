import type { ComponentProps } from 'react';
import { Field, type FieldProps } from './field.tsx';

/** A field of one line. */
export function TextInput({
  label,
  hint,
  isHintBelow,
  error,
  className,
  ...rest
}: FieldProps & Omit<ComponentProps<'input'>, keyof FieldProps>) {
  return (
    <Field {...{ label, hint, isHintBelow, error, className }}>{(control) => <input {...rest} {...control} />}</Field>
  );
}

/** A field of several lines. */
export function TextArea({
  label,
  hint,
  isHintBelow,
  error,
  className,
  ...rest
}: FieldProps & Omit<ComponentProps<'textarea'>, keyof FieldProps>) {
  return (
    <Field {...{ label, hint, isHintBelow, error, className }}>
      {(control) => <textarea {...rest} {...control} />}
    </Field>
  );
}
