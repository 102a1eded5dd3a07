import { useState } from 'react';
import classes from './filter-panel.module.css';

interface Props {
  readonly label: string;
  readonly value: number | undefined;
  onChange(value: number | undefined): void;
}

/** A year field. It applies complete years and drops invalid input, so that it always shows the list's filter. */
export function YearField({ label, value, onChange }: Props) {
  const [state, setState] = useState({ value, typed: format(value) });
  // the value changed elsewhere, for example by the back button
  const typed = state.value === value ? state.typed : format(value);
  const commit = () => {
    const text = typed.trim();
    const year = /^\d{4}$/.test(text) ? Number(text) : text === '' ? undefined : value;
    setState({ value: year, typed: format(year) });
    if (year !== value) onChange(year);
  };
  return (
    <label className={classes.field} data-narrow>
      {label}
      <input
        inputMode="numeric"
        maxLength={4}
        value={typed}
        onChange={({ currentTarget }) => setState({ value, typed: currentTarget.value })}
        onBlur={commit}
        onKeyDown={({ key }) => {
          if (key === 'Enter') commit();
        }}
      />
    </label>
  );
}

function format(year: number | undefined): string {
  return year === undefined ? '' : String(year);
}
