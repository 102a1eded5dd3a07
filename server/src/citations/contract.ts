import Type from 'typebox';
import { ListQuery } from '../library/contract.ts';
import { fileIn, oneOf, strict } from '../platform/http/shapes.ts';

/** How many publications a request may name. */
export const MAX_IDS = 1000;

const {
  page: _page,
  page_size: _pageSize,
  limit: _limit,
  offset: _offset,
  cursor: _cursor,
  with_abstract: _withAbstract,
  ...list
} = ListQuery.properties;

/** A format, and the parameters of a list except its pages. */
export const ExportQuery = strict({
  format: oneOf(['bibtex', 'ris', 'csl-json', 'csv', 'markdown'], { description: 'The format of the file.' }),
  ids: Type.Optional(
    Type.String({ description: 'Only these publications of the list: up to 1,000 ids, separated by commas.' }),
  ),
  ...list,
});

const text = (example: string) => Type.String({ examples: [example] });

export const ExportFile = fileIn(
  {
    'application/x-bibtex': text(
      '@article{loopback2026sediment,\n  author = {Loopback, A. and Berg, K.},\n  title = {Sediment transport in shallow tidal basins},\n' +
        '  journal = {Journal of Coastal Research},\n  year = {2026},\n  volume = {12},\n  number = {3},\n  pages = {1--20},\n  doi = {10.1000/xyz}\n}\n',
    ),
    'application/x-research-info-systems': text(
      'TY  - JOUR\r\nID  - loopback2026sediment\r\nAU  - Loopback, A.\r\nTI  - Sediment transport in shallow tidal basins\r\nPY  - 2026\r\nER  - \r\n\r\n',
    ),
    'application/vnd.citationstyles.csl+json': Type.Array(
      Type.Object({ id: Type.String() }, { additionalProperties: true }),
      {
        examples: [
          [
            {
              id: 'loopback2026sediment',
              type: 'article-journal',
              title: 'Sediment transport in shallow tidal basins',
            },
          ],
        ],
      },
    ),
    'text/csv': text(
      'cite_key,type,title\r\nloopback2026sediment,article-journal,Sediment transport in shallow tidal basins\r\n',
    ),
    'application/zip': Type.String({ format: 'binary' }),
  },
  { description: 'The file in the requested format, in UTF-8.' },
);
