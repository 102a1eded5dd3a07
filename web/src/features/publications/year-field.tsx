import { TextInput } from '@mantine/core';
import { useState } from 'react';
import classes from './list-toolbar.module.css';

interface Props {
  readonly label: string;
  readonly value: number | undefined;
  onChange(value: number | undefined): void;
}

/** A year, taken over when it is whole: what is none is not kept, so that the field shows what the list is of. */
export function YearField({ label, value, onChange }: Props) {
  const [state, setState] = useState({ value, typed: say(value) });
  // changed from elsewhere: back, a link
  const typed = state.value === value ? state.typed : say(value);
  const commit = () => {
    const text = typed.trim();
    const year = /^\d{4}$/.test(text) ? Number(text) : text === '' ? undefined : value;
    setState({ value: year, typed: say(year) });
    if (year !== value) onChange(year);
  };
  return (
    <TextInput
      className={classes.year}
      aria-label={label}
      placeholder={label}
      inputMode="numeric"
      maxLength={4}
      value={typed}
      onChange={({ currentTarget }) => setState({ value, typed: currentTarget.value })}
      onBlur={commit}
      onKeyDown={({ key }) => {
        if (key === 'Enter') commit();
      }}
    />
  );
}

function say(year: number | undefined): string {
  return year === undefined ? '' : String(year);
}
