import { parseUrl } from '../platform/parse-url.ts';

const INTERVAL_MS = 1000;
/** The wait after a host responded with status 429. */
const TOO_MANY_MS = 60_000;
/** The maximum wait that a host may ask for. */
const MAX_COOLDOWN_MS = 86_400_000;
const MAX_HOSTS = 5000;

export interface HostSlot {
  /** 0 if the request may be sent now; call `release` after it. Otherwise the wait for a slot in the host's queue */
  readonly waitMs: number;
  /** the host itself asked for the wait */
  readonly isCooldown: boolean;
}

interface Host {
  nextAt: number;
  /** the last slot that a waiting request got */
  queueEndsAt: number;
  isBusy: boolean;
  isCoolingDown: boolean;
}

/**
 * The request slots of the hosts behind links: one request at a time, a second apart. They are in this process's
 * memory, so it does not know the requests of other processes.
 */
export class HostSlots {
  readonly #hosts = new Map<string, Host>();

  reserve(url: string, now = performance.now()): HostSlot {
    const host = this.#hosts.get(hostOf(url));
    if (!host || (!host.isBusy && host.nextAt <= now)) {
      if (this.#hosts.size >= MAX_HOSTS) this.#forgetOld(now);
      const queueEndsAt = host?.queueEndsAt ?? now;
      this.#hosts.set(hostOf(url), { nextAt: now, queueEndsAt, isBusy: true, isCoolingDown: false });
      return { waitMs: 0, isCooldown: false };
    }
    host.queueEndsAt = Math.max(host.queueEndsAt, host.isBusy ? now : host.nextAt - INTERVAL_MS) + INTERVAL_MS;
    return { waitMs: host.queueEndsAt - now, isCooldown: host.isCoolingDown };
  }

  /** @param retryAfterSeconds the wait that the host asked for */
  release(url: string, isTooMany: boolean, retryAfterSeconds: number | null, now = performance.now()): void {
    const host = this.#hosts.get(hostOf(url));
    const cooldownMs = Math.min(MAX_COOLDOWN_MS, (retryAfterSeconds ?? 0) * 1000);
    const nextAt = now + Math.max(isTooMany ? TOO_MANY_MS : INTERVAL_MS, cooldownMs);
    const isCoolingDown = isTooMany || cooldownMs > INTERVAL_MS;
    this.#hosts.set(hostOf(url), { nextAt, queueEndsAt: host?.queueEndsAt ?? now, isBusy: false, isCoolingDown });
  }

  #forgetOld(now: number): void {
    for (const [host, { nextAt, isBusy }] of this.#hosts) if (!isBusy && nextAt <= now) this.#hosts.delete(host);
  }
}

function hostOf(url: string): string {
  return parseUrl(url)?.host ?? '';
}
