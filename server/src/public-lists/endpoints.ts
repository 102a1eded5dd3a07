import { deleteForGood } from '../library/owned.ts';
import { Problem } from '../platform/errors.ts';
import { type PublicText, sendPublic } from '../platform/http/downloads.ts';
import { endpoint, openEndpoint, type RequestContext } from '../platform/http/endpoint.ts';
import { linkOrigin } from '../platform/http/request-origin.ts';
import { IdInPath, messageLike } from '../platform/http/shapes.ts';
import { changeList, createList, listAllLists, listLists, previewList } from './change-lists.ts';
import * as contract from './contract.ts';
import { MAX_AGE_SECONDS, paperPageOf, textOf } from './kept-lists.ts';
import { LIST_FORMATS, type ListFormat } from './list-formats.ts';
import { findList, LISTS, type PublishedList } from './store.ts';
import { MISSING_PAGE, PAGE_POLICY } from './write-document.ts';

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

export const preview = endpoint({
  summary: 'See the page of a public list before you publish it',
  description: 'Nothing is saved, and the address may be taken.',
  body: contract.NewPublicList,
  response: contract.Preview,
  errors: ['public_lists_disabled', 'scholar_not_found', 'view_not_found', 'tag_not_found'],
  handle: async ({ user, body, request, ...services }) => ({
    html: await previewList(services, { userId: user.id, origin: linkOrigin(services.config, request), body }),
  }),
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

export const paper = openEndpoint({
  summary: 'Read the page of one paper of a public list',
  description:
    'It has the tags `citation_…` that search engines for papers read. The key is the cite key of the paper.',
  path: contract.PaperAddress,
  response: contract.listIn('text/html', '<!doctype html><title>Sediment · Slow Science Lab</title>'),
  errors: ['list_not_found'],
  handle: (context) => sendOpened(context, 'html', (list) => paperPageOf(context, list, context.path.key)),
});

function show(format: ListFormat, summary: string, example: string) {
  const [type = ''] = LIST_FORMATS[format].contentType.split(';', 1);
  return openEndpoint({
    summary,
    description:
      'Needs no session, and reads and sets no cookie. Any page may request it. `If-None-Match` saves what did not change.',
    path: contract.ListAddress,
    response: contract.listIn(type, example),
    errors: ['list_not_found'],
    handle: (context) => sendOpened(context, format, (list) => textOf(context, list, format)),
  });
}

type Opened = Pick<PublicText, 'digest' | 'gzip' | 'ageSeconds'>;
const IS_SLUG = new RegExp(contract.SLUG);

/** Sends what `read` makes of the list at the address. Visitors get the same whether there was never one or not any more. */
async function sendOpened(
  { db, config, path, request, reply }: RequestContext<unknown, unknown, { readonly slug: string }>,
  format: ListFormat,
  read: (list: PublishedList) => Promise<Opened | undefined>,
) {
  const { contentType } = LIST_FORMATS[format];
  const isPage = format === 'html';
  const isAddress = config.publicLists && IS_SLUG.test(path.slug);
  const list = isAddress ? await findList(db, path.slug) : undefined;
  const text = await (list && read(list))?.catch((error: unknown) => {
    // its view became one that cannot be published
    if (!(error instanceof Problem)) throw error;
  });
  const policy = isPage ? PAGE_POLICY : "default-src 'none'";
  if (list && text) {
    const isIndexed = isPage && list.options.is_indexed;
    return sendPublic({ request, reply }, { ...text, contentType, isIndexed, policy, maxAgeSeconds: MAX_AGE_SECONDS });
  }
  if (!isPage || !request.headers.accept?.includes('text/html'))
    throw new Problem('not_found', 'list_not_found', 'There is no public list at this address.');
  reply.removeHeader('x-frame-options');
  reply.code(404).type(contentType).headers({ 'content-security-policy': policy, 'x-robots-tag': 'noindex' });
  return reply.serializer(String).send(MISSING_PAGE);
}
