import { useEffect, useEffectEvent, useState } from 'react';

/** Short, because the rows of the letters before are often those of the whole word. */
const DEBOUNCE_MS = 40;

export interface Typed {
  readonly typed: string;
  readonly hasFocus: boolean;
  setTyped(text: string): void;
  setFocus(hasFocus: boolean): void;
}

/** The text of a field that updates the address a moment after typing, if `accepts` allows the text. */
export function useTyped(
  value: string,
  onChange: (text: string) => void,
  accepts: (text: string) => boolean = () => true,
): Typed {
  const [typed, setTyped] = useState(value);
  const [previous, setPrevious] = useState(value);
  const [hasFocus, setFocus] = useState(false);
  // while the user types, the field is ahead of the address; otherwise a new address wins
  if (value !== previous) {
    setPrevious(value);
    if (!hasFocus) setTyped(value);
  }
  const apply = useEffectEvent(() => {
    if (typed !== value && accepts(typed)) onChange(typed);
  });
  // typing restarts the timer
  useEffect(() => {
    const timer = window.setTimeout(apply, DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return { typed, hasFocus, setTyped, setFocus };
}
