/** Remembers the values made last, up to a number of them. */
export class BoundedCache<V> {
  readonly #limit: number;
  readonly #values = new Map<string, V>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** The value under the key, made now if it is not there. */
  get(key: string, make: () => V): V {
    const known = this.#values.get(key);
    if (known !== undefined) return known;
    const value = make();
    this.#values.set(key, value);
    if (this.#values.size > this.#limit) this.#forgetOldest();
    return value;
  }

  #forgetOldest(): void {
    const oldest = this.#values.keys().next();
    if (!oldest.done) this.#values.delete(oldest.value);
  }
}
