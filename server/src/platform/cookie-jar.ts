const MAX_COOKIES = 50;
const MAX_LENGTH = 4096;
/** RFC 6265, 4.1.1: the characters of a name and of a value */
const PAIR =
  /^([!#$%&'*+\-.^_`|~\w]+)=([\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*|"[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*")$/;

interface Cookie {
  readonly pair: string;
  readonly isSecure: boolean;
}

/**
 * The cookies of one visit, in memory. A cookie goes back only to the host and port that set it, whatever its `Domain`
 * says, and a `Secure` one only over https.
 */
export class CookieJar {
  readonly #hosts = new Map<string, Map<string, Cookie>>();
  #count = 0;

  /** Keeps the cookies of a response. Ignores those that are too long or not valid. */
  save(url: URL, setCookie: string | readonly string[] | undefined): void {
    for (const line of typeof setCookie === 'string' ? [setCookie] : (setCookie ?? [])) {
      const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
      const name = PAIR.exec(pair)?.[1];
      if (name === undefined || line.length > MAX_LENGTH) continue;
      const cookies = this.#hosts.get(url.host) ?? new Map<string, Cookie>();
      this.#hosts.set(url.host, cookies);
      if (cookies.delete(name)) this.#count -= 1;
      if (attributes.some(isExpired) || this.#count >= MAX_COOKIES) continue;
      cookies.set(name, { pair, isSecure: attributes.some((one) => one.toLowerCase() === 'secure') });
      this.#count += 1;
    }
  }

  /** The `Cookie` header of a request; undefined if the host set no cookie. */
  headerFor(url: URL): string | undefined {
    const cookies = [...(this.#hosts.get(url.host)?.values() ?? [])];
    const sent = cookies.filter(({ isSecure }) => !isSecure || url.protocol === 'https:');
    return sent.length === 0 ? undefined : sent.map(({ pair }) => pair).join('; ');
  }
}

function isExpired(attribute: string): boolean {
  const [, name = '', value = ''] = /^(max-age|expires)\s*=\s*(.*)$/i.exec(attribute) ?? [];
  if (name.toLowerCase() === 'max-age') return Number(value) <= 0;
  return name !== '' && Date.parse(value) <= Date.now();
}
