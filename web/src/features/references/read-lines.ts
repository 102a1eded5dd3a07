/** The references in a text, one in each line. */
export function readLines(text: string): string[] {
  return [...new Set(text.split('\n').map((line) => line.trim()))].filter((line) => line !== '');
}

/** What a browser shares: an address, else the text, which may have an address in it, else a title. */
export function readShared({ url, text, title, shared: known }: Readonly<Record<string, unknown>>): string {
  const shared = [known, url, text, title].find((one) => typeof one === 'string' && one.trim() !== '');
  const [address] = /https?:\/\/\S+/.exec(String(shared ?? '')) ?? [];
  return (address ?? String(shared ?? '')).replaceAll('\n', ' ').slice(0, 2000);
}
