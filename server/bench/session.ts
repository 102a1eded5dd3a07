import { ACCOUNT } from './service-process.ts';

/** A signed-in client of the service under measurement. */
export class Session {
  readonly url: string;
  #cookies = new Map<string, string>();
  #csrf = '';

  constructor(url: string) {
    this.url = url;
  }

  get csrf(): string {
    return this.#csrf;
  }

  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  async signIn(account: { email: string; password: string } = ACCOUNT): Promise<this> {
    this.#csrf = (await this.call<{ csrf_token: string }>('GET', '/auth/csrf')).csrf_token;
    this.#csrf = (await this.call<{ csrf_token: string }>('POST', '/auth/login', account)).csrf_token;
    return this;
  }

  async call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await fetch(`${this.url}/api/v1${path}`, {
      method,
      headers: {
        cookie: this.cookie,
        ...(method === 'GET' ? {} : { 'x-csrf-token': this.#csrf }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const at = pair.indexOf('=');
      this.#cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    const { data, error } = (await response.json()) as { data: T; error?: { message: string } };
    if (error) throw new Error(`${method} ${path}: ${error.message}`);
    return data;
  }
}
