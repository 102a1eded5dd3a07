import { useState } from 'react';
import classes from './filter-panel.module.css';

interface Props {
  readonly label: string;
  readonly value: number | undefined;
  onChange(value: number | undefined): void;
}

/**
 * A year field. It applies a year at its fourth digit, and drops other input in the end, so that it always shows the
 * list's filter.
 */
export function YearField({ label, value, onChange }: Props) {
  const [state, setState] = useState({ value, typed: format(value) });
  // the value changed elsewhere, for example by the back button
  const typed = state.value === value ? state.typed : format(value);
  const commit = (text = typed.trim()) => {
    const year = isYear(text) ? Number(text) : text === '' ? undefined : value;
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
        onChange={({ currentTarget: { value: text } }) =>
          isYear(text) ? commit(text) : setState({ value, typed: text })
        }
        onBlur={() => commit()}
        onKeyDown={({ key }) => {
          if (key === 'Enter') commit();
        }}
      />
    </label>
  );
}

function isYear(text: string): boolean {
  return /^\d{4}$/.test(text);
}

function format(year: number | undefined): string {
  return year === undefined ? '' : String(year);
}
