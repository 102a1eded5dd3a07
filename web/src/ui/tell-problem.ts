/** Says in a notice what went wrong. For what fails where nothing else shows it. */
export async function tellProblem(error: unknown): Promise<void> {
  const { showProblem } = await import('./notices.tsx');
  showProblem(error instanceof Error ? error : new Error(String(error)));
}
