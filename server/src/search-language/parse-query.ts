import { parse } from './grammar.ts';
import { FIELDS, type Field, type Mistake, type Part, type Query, type QueryList, type Span } from './query.ts';
import { readTerm, type Value } from './read-term.ts';

/** Nobody writes more, and each level takes stack. */
const MAX_DEPTH = 20;

const MESSAGES = {
  'empty-group': 'There is nothing between the parentheses.',
  'missing-side': 'A term is missing after "or".',
  'too-deep': `Parentheses may be nested ${MAX_DEPTH} deep at most.`,
} as const;

/** The tree that the grammar returns, without the nodes of mistakes. */
type Node =
  | ({ readonly kind: 'word' | 'phrase'; readonly text: string } & Span)
  | ({ readonly kind: 'field'; readonly name: Field; readonly value: Value } & Span)
  | { readonly kind: 'not'; readonly of: Node | null }
  | { readonly kind: 'and' | 'or'; readonly of: readonly (Node | null)[] };

export interface ParsedQuery {
  /** null: the text has no letter or digit */
  readonly query: Query | null;
  /** the fields and phrases of the text, in order */
  readonly parts: readonly Part[];
  /** the first mistake */
  readonly mistake: Mistake | null;
}

/**
 * Reads a search text (grammar.peggy). Never throws. If there is a mistake, `query` and `parts` have what could be
 * read.
 */
export function parseQuery(text: string): ParsedQuery {
  const mistakes: (Span & { kind: keyof typeof MESSAGES })[] = [];
  let tree: Node | null;
  try {
    tree = parse(text, { fields: FIELDS, maxDepth: MAX_DEPTH, mistakes });
  } catch (error) {
    const { location } = error as { location: { start: { offset: number } } };
    mistakes.push({ kind: 'too-deep', position: location.start.offset - 1, length: 1 });
    tree = null;
  }
  const read: Reading = {
    text,
    parts: [],
    mistakes: mistakes.map(({ kind, ...span }) => ({ ...span, message: MESSAGES[kind], suggestion: null })),
  };
  const query = simplify(tree, read, false);
  const [mistake = null] = read.mistakes.sort((a, b) => a.position - b.position);
  return { query, parts: read.parts, mistake };
}

interface Reading {
  readonly text: string;
  readonly parts: Part[];
  readonly mistakes: Mistake[];
}

/** The query of a node; null if it selects nothing, such as punctuation. Lists in lists of the same kind become one. */
function simplify(node: Node | null, read: Reading, isNegated: boolean): Query | null {
  if (node === null) return null;
  switch (node.kind) {
    case 'word':
      return textOf(node.text, false);
    case 'phrase':
      read.parts.push({ position: node.position, length: node.length, isNegated });
      return textOf(node.text, true);
    case 'field': {
      const term = readTerm(node.name, node.value);
      if ('kind' in term) {
        read.parts.push({ position: node.position, length: node.length, isNegated });
        return term;
      }
      const { position, length } = node.value;
      read.mistakes.push({ position, length, ...term });
      return null;
    }
    case 'not': {
      const of = simplify(node.of, read, !isNegated);
      return of && { kind: 'not', of };
    }
    default: {
      const { kind } = node;
      const of = node.of.flatMap((one) => {
        const query = simplify(one, read, isNegated);
        return query === null ? [] : isListOf(kind, query) ? query.of : [query];
      });
      const [only = null] = of;
      return of.length < 2 ? only : { kind, of };
    }
  }
}

function isListOf(kind: 'and' | 'or', query: Query): query is QueryList {
  return query.kind === kind;
}

function textOf(text: string, isPhrase: boolean): Query | null {
  return /[\p{L}\p{N}]/u.test(text) ? { kind: 'text', text, isPhrase } : null;
}
