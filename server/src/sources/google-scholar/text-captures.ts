type Target<Field extends string> = { [name in Field]: string | null };

interface Capture {
  readonly depth: number;
  readonly target: object;
  readonly keep: (text: string) => void;
  text: string;
}

/** The texts being read: the innermost open element that is wanted gets the text, and hands it over when it closes. */
export class TextCaptures {
  private readonly open: Capture[] = [];

  /** From here to the close of the element at `depth`, text goes to `target[field]`; the first text that is not empty stays. */
  start<Field extends string>(depth: number, target: Target<Field>, field: Field): void {
    const keep = (text: string) => {
      target[field] ||= text;
    };
    this.open.push({ depth, target, keep, text: '' });
  }

  /** Adds to the innermost; false when nothing is being read. */
  add(text: string): boolean {
    const innermost = this.open.at(-1);
    if (innermost === undefined) return false;
    innermost.text += text;
    return true;
  }

  isReadingInto(target: object): boolean {
    return this.open.at(-1)?.target === target;
  }

  /** Hands over all that was started at `depth` or deeper. */
  finish(depth: number): void {
    for (let last = this.open.at(-1); last !== undefined && last.depth >= depth; last = this.open.at(-1)) {
      last.keep(last.text);
      this.open.pop();
    }
  }
}
