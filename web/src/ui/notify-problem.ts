/** Shows an error as a notice, for actions that have no other place for it. */
export async function notifyProblem(error: unknown): Promise<void> {
  const { showProblem } = await import('./notices.tsx');
  showProblem(error instanceof Error ? error : new Error(String(error)));
}
