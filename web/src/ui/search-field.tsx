import { CloseButton, TextInput } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import { type Ref, useEffect, useEffectEvent, useRef, useState } from 'react';
import { SearchIcon } from './icons.tsx';

const DEBOUNCE_MS = 120;

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
  const ref = useMergedRef(input, field);
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
    <TextInput
      ref={ref}
      type="search"
      className={className}
      aria-label={label}
      title={title}
      placeholder={label}
      leftSection={<SearchIcon size={16} />}
      maxLength={maxLength}
      value={typed}
      onFocus={() => setFocus(true)}
      onBlur={() => setFocus(false)}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') event.currentTarget.blur();
      }}
      rightSection={
        typed === '' ? null : (
          <CloseButton
            size="sm"
            aria-label={clearLabel}
            onClick={() => {
              setTyped('');
              // this button disappears
              input.current?.focus();
            }}
          />
        )
      }
    />
  );
}
