/** Focuses the page, for when the focused element is gone. */
export function focusPage(): void {
  document.getElementById('page')?.focus();
}
