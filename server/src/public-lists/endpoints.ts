import { deleteForGood } from '../library/owned.ts';
import { Problem } from '../platform/errors.ts';
import { sendPublic } from '../platform/http/downloads.ts';
import { endpoint, openEndpoint } from '../platform/http/endpoint.ts';
import { linkOrigin } from '../platform/http/request-origin.ts';
import { IdInPath, messageLike } from '../platform/http/shapes.ts';
import { changeList, createList, listAllLists, listLists } from './change-lists.ts';
import * as contract from './contract.ts';
import { LIST_FORMATS, type ListFormat } from './list-formats.ts';
import { MAX_AGE_SECONDS, textOf } from './made-texts.ts';
import { findList, LISTS } from './store.ts';
import { PAGE_POLICY } from './write-page.ts';

export const list = endpoint({
  summary: 'List your public lists with their addresses',
  description: 'Anybody can open these addresses.',
  response: contract.PublicLists,
  handle: async ({ user, request, ...services }) => ({
    is_enabled: services.config.publicLists,
    public_lists: await listLists(services, user.id, linkOrigin(services.config, request)),
  }),
});

export const create = endpoint({
  summary: 'Publish your favorites, a scholar, a saved view or a tag at an address that you choose',
  description:
    'Anybody can open the address. Strangers see the citations, links to the DOI and an open PDF, and retractions. They never see what you read, your notes, the names of your tags, or your name.',
  recentSignIn: true,
  body: contract.NewPublicList,
  status: 201,
  response: contract.OnePublicList,
  errors: [
    'public_lists_disabled',
    'scholar_not_found',
    'view_not_found',
    'tag_not_found',
    'too_many_lists',
    'address_taken',
  ],
  handle: ({ user, body, request, ...services }) =>
    createList(services, { userId: user.id, origin: linkOrigin(services.config, request), body }),
});

export const change = endpoint({
  summary: 'Change the address, the name and the options of a public list',
  description: 'A previous address stops at once. Options that you leave out get their defaults.',
  path: IdInPath,
  body: contract.PublicListChange,
  response: contract.OnePublicList,
  errors: ['list_not_found', 'address_taken'],
  handle: ({ user, path, body, request, ...services }) =>
    changeList(services, { userId: user.id, origin: linkOrigin(services.config, request), body }, path.id),
});

export const remove = endpoint({
  summary: 'Revoke a public list; its address stops at once',
  description: 'It cannot be restored. What others copied stays with them.',
  path: IdInPath,
  response: messageLike('“Slow Science Lab” is no longer public.'),
  errors: ['list_not_found'],
  handle: async ({ db, user, path }) => ({
    message: `“${await deleteForGood(db, user.id, LISTS, path.id)}” is no longer public.`,
  }),
});

export const listAll = endpoint({
  summary: 'List the public lists of all users',
  description: '`PUBLIC_LISTS=0` switches all of them off.',
  response: contract.AllPublicLists,
  handle: async ({ request, ...services }) => ({
    is_enabled: services.config.publicLists,
    public_lists: await listAllLists(services, linkOrigin(services.config, request)),
  }),
});

export const page = show('html', 'Read a public list as a page', '<!doctype html><title>Slow Science Lab</title>');
export const bibtex = show(
  'bib',
  'Read a public list as BibTeX',
  '@article{loopback2026sediment,\n  year = {2026}\n}\n',
);
export const ris = show(
  'ris',
  'Read a public list as RIS',
  'TY  - JOUR\r\nID  - loopback2026sediment\r\nER  - \r\n\r\n',
);
export const json = show('json', 'Read a public list as CSL-JSON', '[{"id":"loopback2026sediment"}]');
export const atom = show('atom', 'Read a public list as Atom', '<feed xmlns="http://www.w3.org/2005/Atom">…</feed>');
export const script = show('js', 'Read a public list as a script that writes it into a page', '(function(){…})()');

const IS_SLUG = new RegExp(contract.SLUG);
function show(format: ListFormat, summary: string, example: string) {
  const { contentType } = LIST_FORMATS[format];
  return openEndpoint({
    summary,
    description:
      'Needs no session, and reads and sets no cookie. Any page may request it. `If-None-Match` saves what did not change.',
    path: contract.ListAddress,
    response: contract.listIn(contentType.split(';', 1)[0] ?? '', example),
    errors: ['list_not_found'],
    async handle({ db, config, path, request, reply }) {
      const isAddress = config.publicLists && IS_SLUG.test(path.slug);
      const opened = isAddress ? await findList(db, path.slug) : undefined;
      if (!opened) throw noList();
      const text = await textOf({ db, config }, opened, format).catch((error: unknown) => {
        throw error instanceof Problem ? noList() : error;
      });
      const isIndexed = format === 'html' && opened.options.is_indexed;
      const policy = format === 'html' ? PAGE_POLICY : "default-src 'none'";
      return sendPublic(
        { request, reply },
        { ...text, contentType, isIndexed, policy, maxAgeSeconds: MAX_AGE_SECONDS },
      );
    },
  });
}

/** For visitors: the same whether there never was such a list, or it was revoked. */
function noList(): Problem {
  return new Problem('not_found', 'list_not_found', 'There is no public list at this address.');
}
