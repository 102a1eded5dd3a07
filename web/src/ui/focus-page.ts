/** Puts the focus on the page as a whole, when what had it is gone. */
export function focusPage(): void {
  document.getElementById('page')?.focus();
}
