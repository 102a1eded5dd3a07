import { describe, expect, it } from 'vitest';
import { countBySameAuthor, groupByAuthor, type NamedPublication } from './same-author.ts';

const NAME = 'Erik Lundby';
let written = 0;
const by = (authors: string | null, rest: Partial<NamedPublication> = {}): NamedPublication => ({
  title: `Untold ${++written}`,
  venue: null,
  ...rest,
  authors,
});
const isOneGroup = (publications: readonly NamedPublication[], name = NAME) =>
  groupByAuthor(name, publications).length === 1;

describe('publications by the same person', () => {
  it.each([
    ['a co-author', by('E. Lundby, Nadia Karimi'), by('Nadia Karimi, Erik Lundby')],
    ['an abbreviated co-author', by('E. Lundby, N. Karimi'), by('E. Lundby, Nadia Karimi')],
    ['two Chinese co-authors', by('E. Lundby, W. Zhao, Jun Li'), by('E. Lundby, Jun Li, W. Zhao')],
    ['a Chinese co-author of a long name', by('E. Lundby, Xiaoming Zhao'), by('E. Lundby, Xiaoming Zhao')],
    ['the title', by('E. Lundby', { title: 'Tides of sand' }), by(null, { title: 'Tides of Sand.' })],
    [
      'the affiliation',
      by('E. Lundby', { affiliation: 'Dept. of Ice, Univ. Norrvik' }),
      by('E. Lundby', { affiliation: 'Dept of Ice, Univ Norrvik' }),
    ],
    [
      'the venue and two neighboring words of the title',
      by('E. Lundby', { title: 'Slow Glacier Melting', venue: 'Ice Letters 12 (3), 4-9, 2019' }),
      by('E. Lundby', { title: 'On glacier melting', venue: 'Ice Letters, 2021' }),
    ],
  ])('%s', (_, a, b) => {
    expect([isOneGroup([a, b]), isOneGroup([b, a])]).toEqual([true, true]);
  });

  it('are connected by other publications', () => {
    expect(
      isOneGroup([by('E. Lundby, Nadia Karimi'), by('E. Lundby, Ruth Weel'), by('E. Lundby, Nadia Karimi, Ruth Weel')]),
    ).toBe(true);
  });
});

describe('publications that may be of two people', () => {
  const words = { title: 'Glacier melting', venue: 'Ice Letters' };
  it.each([
    ['share nothing', [by('E. Lundby'), by('E. Lundby')]],
    ['share an abbreviated Chinese co-author', [by('E. Lundby, W. Zhao'), by('E. Lundby, W. Zhao')]],
    ['share a Chinese co-author of a short name', [by('E. Lundby, Jun Li'), by('E. Lundby, Jun Li')]],
    [
      'share an abbreviated co-author whose family name others have',
      [by('E. Lundby, N. Karimi'), by('E. Lundby, N. Karimi'), by('E. Lundby, Omid Karimi')],
    ],
    [
      'share two words in other venues',
      [by('E. Lundby', words), by('E. Lundby', { ...words, title: 'Slow glacier melting', venue: 'Snow' })],
    ],
    [
      'share an affiliation of one word',
      [by('E. Lundby', { affiliation: 'IEEE' }), by('E. Lundby', { affiliation: 'IEEE' })],
    ],
    ['share a generic title', [by('E. Lundby', { title: 'Editorial' }), by('E. Lundby', { title: 'Editorial' })]],
    ['have no title', [by('E. Lundby', { title: '' }), by('E. Lundby', { title: '…' })]],
    ['share "et al."', [by('E. Lundby et al.'), by('E. Lundby et al.')]],
  ])('%s', (_, publications) => {
    expect(isOneGroup(publications)).toBe(false);
  });

  it('write the author in incompatible ways, even if another publication is between them', () => {
    const texts = ['Emma Lundby', 'Erik Lundby', 'Erik S. Lundby', 'E. Lundby'].map(
      (author) => `${author}, Nadia Karimi`,
    );
    const groups = groupByAuthor(
      'E. Lundby',
      texts.map((text) => by(text)),
    );
    expect(groups.map((group) => group.map(({ authors }) => authors))).toEqual([
      [texts[0], texts[3]],
      [texts[1], texts[2]],
    ]);
  });
});

it('counts the candidates that are by the author of the known publications', () => {
  const known = [by('E. Lundby, N. Karimi', { title: 'Tides of sand' }), by('E. Lundby, Ruth Weel')];
  const candidates = [
    by('Erik Lundby, Nadia Karimi', { title: 'Tides of sand' }),
    by('Erik Lundby, Nadia Karimi, Omid Falk'),
    by('Erik Lundby, Omid Falk'),
    by('Erik Lundby, Ida Holmgren'),
  ];
  expect(countBySameAuthor(NAME, known, candidates)).toEqual({ linked: 3, of: 4 });
  expect(countBySameAuthor(NAME, [], candidates)).toEqual({ linked: 0, of: 4 });
});
