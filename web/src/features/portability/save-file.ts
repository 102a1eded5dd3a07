const KEPT_MS = 60_000;

/** Hands a file to the browser, which saves it where downloads go. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // the browser may still be reading it
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
}
