/** Gets JSON, and throws unless the response has this status. For the sandbox's own tests. */
// biome-ignore lint/suspicious/noExplicitAny: each test knows the shape of the response that it requested
export async function getJson(url: string, status = 200): Promise<any> {
  const response = await fetch(url);
  const type = response.headers.get('content-type');
  if (response.status !== status || type !== 'application/json') throw new Error(`${url}: ${response.status}, ${type}`);
  return response.json();
}

/** The first bytes behind a link, after redirects. */
export async function follow(url: string): Promise<{ status: number; start: string; type: string | null }> {
  const response = await fetch(url);
  const bytes = Buffer.from(await response.arrayBuffer()).subarray(0, 1024);
  return { status: response.status, start: bytes.toString('latin1'), type: response.headers.get('content-type') };
}
