/** Where the end tag of a script or style begins that was opened before `from`, or null; no markup counts in between. */
export function findCodeEnd(html: string, name: string, from: number): number | null {
  for (let start = html.indexOf('</', from); start !== -1; start = html.indexOf('</', start + 2)) {
    const end = start + 2 + name.length;
    if (endsName(html.charCodeAt(end)) && html.slice(start + 2, end).toLowerCase() === name) return start;
  }
  return null;
}

/** Whether a name ends before this character: `>`, `/` or white space. */
function endsName(code: number): boolean {
  return code === 62 || code === 47 || code === 32 || code === 10 || code === 9 || code === 12 || code === 13;
}
