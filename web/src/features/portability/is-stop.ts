/** Whether somebody stopped it: that needs no telling. */
export function isStop(error: Error | null): boolean {
  return error?.name === 'AbortError';
}
