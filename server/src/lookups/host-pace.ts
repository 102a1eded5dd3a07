const APART_MS = 1000;
/** A host that says it was asked too often is left alone for so long. */
const TIRED_MS = 60_000;
/** It may ask for longer, up to this. */
const LONGEST_REST_MS = 86_400_000;
const MOST_HOSTS = 5000;

/** When each of the many hosts behind links may be asked next: one request at a time, a second between them. */
export class HostPace {
  readonly #hosts = new Map<string, { nextAt: number; isBusy: boolean }>();

  /** 0: the request may be sent now, and `release` is to be called after it. Else how many milliseconds to wait before asking again. */
  take(url: string, now = performance.now()): number {
    const host = hostOf(url);
    const known = this.#hosts.get(host);
    if (known?.isBusy) return APART_MS;
    if (known && known.nextAt > now) return known.nextAt - now;
    if (this.#hosts.size >= MOST_HOSTS) this.#forgetOld(now);
    this.#hosts.set(host, { nextAt: now, isBusy: true });
    return 0;
  }

  /** `restSeconds`: what the host asked for */
  release(url: string, isTired: boolean, restSeconds: number | null, now = performance.now()): void {
    const restMs = Math.min(LONGEST_REST_MS, (restSeconds ?? 0) * 1000);
    this.#hosts.set(hostOf(url), { nextAt: now + Math.max(isTired ? TIRED_MS : APART_MS, restMs), isBusy: false });
  }

  #forgetOld(now: number): void {
    for (const [host, { nextAt, isBusy }] of this.#hosts) if (!isBusy && nextAt <= now) this.#hosts.delete(host);
  }
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : '';
}
