const REVOKE_AFTER_MS = 60_000;

/** Lets the browser save a file as a download. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // the browser may still be reading it
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER_MS);
}
