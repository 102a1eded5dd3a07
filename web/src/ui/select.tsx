import type { ComponentProps } from 'react';
import { Field, type FieldProps, splitField } from './field.tsx';

interface Option {
  readonly value: string;
  readonly label: string;
}

interface Props extends FieldProps, Omit<ComponentProps<'select'>, keyof FieldProps> {
  /** the options, or groups of them */
  readonly data: readonly (string | Option | { readonly group: string; readonly items: readonly Option[] })[];
}

/** The browser's list to choose one of several values. */
export function Select({ data, ...props }: Props) {
  const { field, rest } = splitField(props);
  return (
    <Field {...field}>
      {(control) => (
        <select {...rest} {...control}>
          {data.map((one) => {
            if (typeof one === 'string') return <option key={one}>{one}</option>;
            if ('value' in one) return <Choice key={one.value} {...one} />;
            return (
              <optgroup key={one.group} label={one.group}>
                {one.items.map((item) => (
                  <Choice key={item.value} {...item} />
                ))}
              </optgroup>
            );
          })}
        </select>
      )}
    </Field>
  );
}

function Choice({ value, label }: Option) {
  return <option value={value}>{label}</option>;
}
