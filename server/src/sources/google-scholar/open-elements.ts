import type { TagHandler } from './tag-handler.ts';

/** What its name says of an element, and how many of that name are open. */
interface Kind {
  readonly name: string;
  readonly ends: ReadonlySet<string> | null;
  readonly isVoid: boolean;
  readonly isForeign: boolean;
  count: number;
}

const VOID = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '));
const CELLS = new Set(['td', 'th']);
const SECTIONS = new Set(['td', 'th', 'tr', 'thead', 'tbody', 'tfoot']);
/** Which open elements a start tag ends, where authors may leave out the end tag. */
const ENDS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['td', CELLS],
  ['th', CELLS],
  ['tr', new Set(['td', 'th', 'tr'])],
  ['tbody', SECTIONS],
  ['tfoot', SECTIONS],
  ['p', new Set(['p'])],
  ['li', new Set(['li'])],
  ['option', new Set(['option'])],
]);

/** The elements that are open, as the thinnest stack that real pages allow; tells `handler` of each one that ends. */
export class OpenElements {
  private readonly stack: Kind[] = [];
  private readonly kinds = new Map<string, Kind>();
  private readonly handler: TagHandler;
  private foreignDepth = 0;

  constructor(handler: TagHandler) {
    this.handler = handler;
  }

  get depth(): number {
    return this.stack.length;
  }

  /** Within an SVG picture or a formula, where `/>` ends an element and a script is no code. */
  get isForeign(): boolean {
    return this.foreignDepth !== 0;
  }

  /** Takes in a start tag, after ending what it ends; whether the element has no end tag. */
  open(name: string): boolean {
    const kind = this.kindOf(name);
    if (kind.ends !== null) while (kind.ends.has(this.stack.at(-1)?.name ?? '')) this.closeLast(true);
    this.stack.push(kind);
    kind.count += 1;
    if (kind.isForeign && this.foreignDepth === 0) this.foreignDepth = this.stack.length;
    return kind.isVoid;
  }

  /** Takes in an end tag: what is open within that element ends too, and nothing does where there is none. */
  close(name: string): void {
    const last = this.stack.at(-1);
    if (last?.name !== name) {
      // How many are open: an end tag without its start must not search the whole stack each time.
      const kind = this.kinds.get(name);
      if (kind === undefined || kind.count === 0) return;
      const position = this.stack.lastIndexOf(kind);
      while (this.stack.length > position + 1) this.closeLast(true);
    }
    this.closeLast(false);
  }

  closeLast(isImplied: boolean): void {
    const kind = this.stack.at(-1);
    if (kind === undefined) return;
    this.handler.close(kind.name, this.stack.length, isImplied);
    this.stack.pop();
    kind.count -= 1;
    if (this.stack.length < this.foreignDepth) this.foreignDepth = 0;
  }

  private kindOf(name: string): Kind {
    const known = this.kinds.get(name);
    if (known !== undefined) return known;
    const isForeign = name === 'svg' || name === 'math';
    const kind = { name, ends: ENDS.get(name) ?? null, isVoid: VOID.has(name), isForeign, count: 0 };
    this.kinds.set(name, kind);
    return kind;
  }
}
