/**
 * Loads what a sign-out shows. It is also loaded before it is needed, so that it is there when the service cannot be
 * reached.
 */
export async function loadSignOut() {
  const [{ SignOutDialog }, { SignOutPage }] = await Promise.all([
    import('./sign-out-dialog.tsx'),
    import('./sign-out-page.tsx'),
  ]);
  return { SignOutDialog, SignOutPage };
}
