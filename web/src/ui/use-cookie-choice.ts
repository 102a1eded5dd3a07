import { useSyncExternalStore } from 'react';

const YEAR_SECONDS = 365 * 24 * 3600;
const CHANGED = 'lectern:choice';

/**
 * A choice among some words that this browser keeps in a cookie, so that the service can send the first page
 * accordingly.
 */
export interface CookieChoice<Choice extends string> {
  readonly cookie: string;
  /** the default first; it has no cookie */
  readonly choices: readonly [Choice, ...Choice[]];
}

/** Reads a choice from a text of cookies. */
export function readChoice<Choice extends string>({ cookie, choices }: CookieChoice<Choice>, cookies: string): Choice {
  const [, value] = new RegExp(`(?:^|; )${cookie}=([a-z]+)(?:;|$)`).exec(cookies) ?? [];
  return choices.find((choice) => choice === value) ?? choices[0];
}

/** Calls a listener when any choice has changed. Returns a function that ends this. */
export function watchChoices(listener: () => void): () => void {
  addEventListener(CHANGED, listener);
  return () => removeEventListener(CHANGED, listener);
}

/** What the user chose in this browser, and a function that changes it. */
export function useCookieChoice<Choice extends string>(choice: CookieChoice<Choice>): [Choice, (next: Choice) => void] {
  const { cookie, choices } = choice;
  const chosen = useSyncExternalStore(
    watchChoices,
    () => readChoice(choice, document.cookie),
    () => choices[0],
  );
  const choose = (next: Choice) => {
    const age = next === choices[0] ? 0 : YEAR_SECONDS;
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in all browsers
    document.cookie = `${cookie}=${next}; path=/; max-age=${age}; samesite=lax`;
    dispatchEvent(new Event(CHANGED));
  };
  return [chosen, choose];
}
