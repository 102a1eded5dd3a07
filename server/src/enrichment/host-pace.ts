import { parseUrl } from '../platform/parse-url.ts';

const APART_MS = 1000;
/** The wait after a host answered 429. */
const TIRED_MS = 60_000;
/** The longest wait that a host may ask for. */
const LONGEST_REST_MS = 86_400_000;
const MOST_HOSTS = 5000;

export interface HostTurn {
  /** 0: the request may be sent now, and `release` is to be called after it; else until there is a place in the host's line */
  readonly waitMs: number;
  /** the host itself asked to be left alone */
  readonly isRest: boolean;
}

interface Host {
  nextAt: number;
  /** those who wait come back one after another, up to then */
  lineEndsAt: number;
  isBusy: boolean;
  isResting: boolean;
}

/**
 * When each of the many hosts behind links may be asked next: one request at a time, a second between them. Known to this process alone: what a
 * host asked of another one is not known here.
 */
export class HostPace {
  readonly #hosts = new Map<string, Host>();

  take(url: string, now = performance.now()): HostTurn {
    const host = this.#hosts.get(hostOf(url));
    if (!host || (!host.isBusy && host.nextAt <= now)) {
      if (this.#hosts.size >= MOST_HOSTS) this.#forgetOld(now);
      const lineEndsAt = host?.lineEndsAt ?? now;
      this.#hosts.set(hostOf(url), { nextAt: now, lineEndsAt, isBusy: true, isResting: false });
      return { waitMs: 0, isRest: false };
    }
    host.lineEndsAt = Math.max(host.lineEndsAt, host.isBusy ? now : host.nextAt - APART_MS) + APART_MS;
    return { waitMs: host.lineEndsAt - now, isRest: host.isResting };
  }

  /** `restSeconds`: what the host asked for */
  release(url: string, isTired: boolean, restSeconds: number | null, now = performance.now()): void {
    const host = this.#hosts.get(hostOf(url));
    const restMs = Math.min(LONGEST_REST_MS, (restSeconds ?? 0) * 1000);
    const nextAt = now + Math.max(isTired ? TIRED_MS : APART_MS, restMs);
    const isResting = isTired || restMs > APART_MS;
    this.#hosts.set(hostOf(url), { nextAt, lineEndsAt: host?.lineEndsAt ?? now, isBusy: false, isResting });
  }

  #forgetOld(now: number): void {
    for (const [host, { nextAt, isBusy }] of this.#hosts) if (!isBusy && nextAt <= now) this.#hosts.delete(host);
  }
}

function hostOf(url: string): string {
  return parseUrl(url)?.host ?? '';
}
