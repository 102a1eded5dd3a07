/** Shows an error as a notice, for actions that have no other place for it. */
export async function notifyProblem(error: unknown): Promise<void> {
  const { showProblem } = await import('./notices.tsx');
  showProblem(error instanceof Error ? error : new Error(String(error)));
}

/** Shows a message as a notice. */
export function notify(message: string): void {
  void import('./notices.tsx').then(({ showMessage }) => showMessage(message));
}
