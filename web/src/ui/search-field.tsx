import { CloseButton, TextInput } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import { type Ref, useEffect, useEffectEvent, useRef, useState } from 'react';
import { SearchIcon } from './icons.tsx';

const ANSWER_AFTER_MS = 120;

interface Props {
  readonly label: string;
  readonly clearLabel: string;
  /** as the address has it */
  readonly value: string;
  readonly maxLength: number;
  readonly className: string | undefined;
  readonly field?: Ref<HTMLInputElement>;
  onChange(value: string): void;
}

/** A search that answers while one types: the address follows, a moment later, what stands in the field. */
export function SearchField({ label, clearLabel, value, maxLength, className, field, onChange }: Props) {
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  const [hasFocus, setFocus] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const ref = useMergedRef(input, field);
  // while one types the field is ahead of the address; when another one was opened, that counts
  if (value !== known) {
    setKnown(value);
    if (!hasFocus) setTyped(value);
  }
  const tell = useEffectEvent(() => {
    if (typed !== value) onChange(typed);
  });
  // what is typed begins the wait anew
  useEffect(() => {
    const timer = window.setTimeout(tell, ANSWER_AFTER_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <TextInput
      ref={ref}
      type="search"
      className={className}
      aria-label={label}
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
              // this button goes
              input.current?.focus();
            }}
          />
        )
      }
    />
  );
}
