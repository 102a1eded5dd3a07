import type { ComponentProps } from 'react';
import { Field, type FieldProps, splitField } from './field.tsx';

/** A field of one line. */
export function TextInput(props: FieldProps & ComponentProps<'input'>) {
  const { field, rest } = splitField(props);
  return <Field {...field}>{(control) => <input {...rest} {...control} />}</Field>;
}

/** A field of several lines. */
export function TextArea(props: FieldProps & ComponentProps<'textarea'>) {
  const { field, rest } = splitField(props);
  return <Field {...field}>{(control) => <textarea {...rest} {...control} />}</Field>;
}
