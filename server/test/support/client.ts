import { expect } from 'vitest';

interface Options {
  body?: unknown;
  headers?: Record<string, string>;
  /** send the CSRF token; true unless said otherwise */
  csrf?: boolean;
}

export interface Answer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: each test knows the shape of its response
  data: any;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  error: any;
  requestId: string;
}

/** A browser's part of the protocol: keeps cookies, sends the CSRF token, and checks the envelope of every response. */
export class Client {
  readonly base: string;
  readonly cookies = new Map<string, string>();
  csrf: string | null = null;

  constructor(base: string) {
    this.base = base;
  }

  async raw(method: string, path: string, { body, headers = {}, csrf = true }: Options = {}): Promise<Response> {
    const sent: Record<string, string> = { ...headers };
    if (this.cookies.size > 0) sent.cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    if (csrf && this.csrf && method !== 'GET') sent['x-csrf-token'] = this.csrf;
    const isSentAsIs = typeof body === 'string' || body instanceof FormData;
    if (body !== undefined && !isSentAsIs) sent['content-type'] ??= 'application/json';
    const response = await fetch(this.base + path, {
      method,
      headers: sent,
      redirect: 'manual',
      ...(body === undefined ? {} : { body: isSentAsIs ? body : JSON.stringify(body) }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const at = pair.indexOf('=');
      if (pair.length === at + 1 || /max-age=0|expires=thu, 01 jan 1970/i.test(line))
        this.cookies.delete(pair.slice(0, at));
      else this.cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return response;
  }

  async call(method: string, path: string, options?: Options): Promise<Answer> {
    const response = await this.raw(method, `/api/v1${path}`, options);
    const json = (await response.json()) as { data: unknown; error: unknown; meta: { request_id: string } };
    expect(json.meta.request_id).toBe(response.headers.get('x-request-id'));
    return {
      status: response.status,
      headers: response.headers,
      data: json.data,
      error: json.error,
      requestId: json.meta.request_id,
    };
  }

  /** Sends a request, expects success and returns the data. */
  // biome-ignore lint/suspicious/noExplicitAny: each test knows the shape of its response
  async ok(method: string, path: string, options?: Options & { status?: number }): Promise<any> {
    const answer = await this.call(method, path, options);
    expect([answer.status, answer.error ?? null], `${method} ${path}`).toEqual([
      options?.status ?? answer.status,
      null,
    ]);
    expect(answer.status, `${method} ${path}`).toBeLessThan(300);
    return answer.data;
  }

  /** Sends a request, expects this error and returns the whole response. */
  async fails(status: number, code: string, method: string, path: string, options?: Options): Promise<Answer> {
    const answer = await this.call(method, path, options);
    expect([answer.status, answer.error?.code], `${method} ${path}`).toEqual([status, code]);
    expect(answer.error).toHaveProperty('details');
    return answer;
  }

  async signIn(email: string, password: string): Promise<void> {
    this.csrf = (await this.ok('GET', '/auth/csrf')).csrf_token;
    this.csrf = (await this.ok('POST', '/auth/login', { body: { email, password } })).csrf_token;
  }
}
