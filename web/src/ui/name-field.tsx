import { TextInput } from './text-input.tsx';

interface Props {
  readonly label: string;
  readonly value: string;
  readonly maxLength: number;
  readonly error: string | undefined;
  /** whether it has the focus when its dialog opens */
  readonly hasFocus?: boolean;
  onChange(value: string): void;
}

/** The field for the name that a user gives to something. */
export function NameField({ hasFocus = true, onChange, ...field }: Props) {
  return (
    <TextInput
      {...field}
      autoComplete="off"
      required
      data-autofocus={hasFocus || undefined}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
