import type { Attributes } from './attributes.ts';

/** What hears of the tags and texts of a page, in their order. */
export interface TagHandler {
  /** A start tag; `depth` is that of the new element, 1 for the outermost. */
  open(name: string, attributes: Attributes, depth: number): void;
  /** The element at `depth` ended; `isImplied` when another tag ended it. Void elements do not end. */
  close(name: string, depth: number, isImplied: boolean): void;
  /** Text; the code of a script or style only where it stands in an SVG picture or a formula. */
  text(text: string): void;
  /** Asked after each start tag: no more tags are wanted. */
  isDone(): boolean;
}
