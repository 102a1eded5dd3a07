import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from 'react';
import { IconButton } from './button.tsx';
import { CloseIcon, SearchIcon } from './icons.tsx';
import classes from './search-field.module.css';

/** Short, because the rows of the letters before are often those of the whole word. */
const DEBOUNCE_MS = 40;

interface Props {
  readonly label: string;
  readonly clearLabel: string;
  /** tooltip */
  readonly title?: string;
  /** the value in the address */
  readonly value: string;
  readonly maxLength: number;
  readonly className: string | undefined;
  readonly field?: Ref<HTMLInputElement>;
  onChange(value: string): void;
}

/** A search field that updates the address a moment after typing. */
export function SearchField({ label, clearLabel, title, value, maxLength, className, field, onChange }: Props) {
  const [typed, setTyped] = useState(value);
  const [previous, setPrevious] = useState(value);
  const [hasFocus, setFocus] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useImperativeHandle(field, () => input.current as HTMLInputElement);
  // while the user types, the field is ahead of the address; otherwise a new address wins
  if (value !== previous) {
    setPrevious(value);
    if (!hasFocus) setTyped(value);
  }
  const apply = useEffectEvent(() => {
    if (typed !== value) onChange(typed);
  });
  // typing restarts the timer
  useEffect(() => {
    const timer = window.setTimeout(apply, DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <div className={className === undefined ? classes.box : `${classes.box} ${className}`}>
      <span className={classes.icon}>
        <SearchIcon size={16} />
      </span>
      <input
        ref={input}
        type="search"
        aria-label={label}
        title={title}
        placeholder={label}
        maxLength={maxLength}
        value={typed}
        onFocus={() => setFocus(true)}
        onBlur={() => setFocus(false)}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') event.currentTarget.blur();
        }}
      />
      {typed !== '' && (
        <IconButton
          aria-label={clearLabel}
          onClick={() => {
            setTyped('');
            // this button disappears
            input.current?.focus();
          }}
        >
          <CloseIcon size={16} />
        </IconButton>
      )}
    </div>
  );
}
