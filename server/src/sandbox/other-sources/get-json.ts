/** Reads an answer that has this status; for the sandbox's own tests. */
// biome-ignore lint/suspicious/noExplicitAny: an answer is looked into by the test that asked for it
export async function getJson(url: string, status = 200): Promise<any> {
  const answer = await fetch(url);
  const type = answer.headers.get('content-type');
  if (answer.status !== status || type !== 'application/json') throw new Error(`${url}: ${answer.status}, ${type}`);
  return answer.json();
}

/** The first bytes of what a link leads to, redirects included. */
export async function follow(url: string): Promise<{ status: number; start: string; type: string | null }> {
  const answer = await fetch(url);
  const bytes = Buffer.from(await answer.arrayBuffer()).subarray(0, 1024);
  return { status: answer.status, start: bytes.toString('latin1'), type: answer.headers.get('content-type') };
}
