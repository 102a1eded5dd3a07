/** Focuses the page, for when the focused element is gone. */
export function focusPage(): void {
  document.getElementById('page')?.focus();
}

/** Focuses the page if the focused element is gone, as after going to another page. */
export function focusPageIfLost(): void {
  if (document.activeElement === document.body) focusPage();
}

/** For the `ref` of an element that takes the place of the focused one. */
export function focusShown(element: HTMLElement | null): void {
  element?.focus();
}
