import { fillPage, readPage } from '../data.ts';
import { type Fault, type Faults, faultKinds } from '../faults/fault.ts';
import { firstDay } from '../first-day.ts';
import { beganAsPreprint, changeKinds, latestDoi } from '../history.ts';
import { inboxPath } from '../inbox/show-inbox.ts';
import { type Library, listAdded } from '../library.ts';
import { copyKinds, firstAddedNumber, oddities } from '../publication.ts';
import { escapeHtml } from '../response.ts';
import { otherSources } from '../routes.ts';
import type { SandboxScholar } from '../scholar.ts';
import { faultNames, sourceNames } from './choices.ts';
import { paperOptions } from './describe-change.ts';
import { describeResult } from './describe-result.ts';

const page = readPage('front-page');

interface Request {
  readonly env: Readonly<Record<string, string>>;
  readonly origin: string;
  readonly url: URL;
}

/**
 * Renders the sandbox's own front page: its scholars, forms to give papers and to set faults, and the same for scripts.
 */
export function renderFrontPage(library: Library, faults: Faults, { env, origin, url }: Request): string {
  const scholars = library.list();
  const result = describeResult(library, url.searchParams);
  const post = (path: string, body: object) =>
    `curl -X POST ${origin}/_sandbox/${path} -H 'content-type: application/json' -d '${JSON.stringify(body)}'`;
  const lines = (...commands: readonly string[]) => escapeHtml(commands.join('\n'));
  const isFirst = ({ id }: SandboxScholar) => firstDay.scholars.includes(id);
  const chosen = url.searchParams.get('scholar') ?? firstDay.scholars[0] ?? '';
  const papers = listAdded(library).filter((one) => latestDoi(one) !== null);
  const paper = url.searchParams.get('paper');
  const example = (scholars.find(isFirst) ?? scholars[0])?.id ?? 'ID';
  return fillPage(page, {
    result: result
      ? `<p class="result" role="status"><strong>${escapeHtml(result.happened)}</strong> ${escapeHtml(result.next)}</p>`
      : '',
    first: scholars.filter(isFirst).map(optionFor(chosen)).join(''),
    others: scholars
      .filter((one) => !isFirst(one))
      .map(optionFor(chosen))
      .join(''),
    preprints: paperOptions(papers.filter(beganAsPreprint), paper),
    articles: paperOptions(
      papers.filter((one) => !beganAsPreprint(one) || one.publishedIn !== undefined),
      paper,
    ),
    failing: faults.list().map(describeFault).join(''),
    sources: options(sourceNames),
    faults: options(faultNames),
    scholars: scholars.map(rowOf).join('\n'),
    settings: lines(...Object.entries(env).map(([name, value]) => `${name}=${value}`)),
    inbox:
      env.SMTP_URL === undefined ? '' : ` Mail that Lectern sends arrives in <a href="${inboxPath}">the inbox</a>.`,
    addPublication: lines(post('publications', { profile_id: example, title: 'A paper of today' })),
    addOddPublications: lines(
      post('publications', { profile_id: example, title: 'A paper that is free elsewhere', copy: 'repository' }),
      post('publications', { profile_id: example, title: 'A paper with a comment on it', oddity: 'comment' }),
    ),
    changePublication: lines(post('changes', { profile_id: example, n: firstAddedNumber, change: 'retract' })),
    changes: changeKinds.join(', '),
    setFaults: lines(
      post('faults', { key: example, kind: 'captcha', times: 1 }),
      post('faults', { key: 'publisher', kind: 'challenge_page', times: 5 }),
      `curl -X DELETE ${origin}/_sandbox/faults`,
    ),
    copies: copyKinds.join(', '),
    oddities: oddities.join(', '),
    keys: ['google_scholar', ...otherSources].join(', '),
    kinds: faultKinds.join(', '),
  });
}

function optionFor(chosen: string): (scholar: SandboxScholar) => string {
  return ({ id, name }) => `<option value="${id}"${id === chosen ? ' selected' : ''}>${escapeHtml(name)}</option>`;
}

function describeFault([key, { kind, times }]: readonly [string, Fault]): string {
  const until = times === undefined ? 'at every request' : times === 1 ? 'at the next request' : `at ${times} requests`;
  return `<p class="failing">Now: ${escapeHtml(sourceNames[key] ?? key)} ${faultNames[kind] ?? kind} ${until}.</p>`;
}

function options(names: Readonly<Record<string, string>>): string {
  return Object.entries(names)
    .map(([value, name]) => `<option value="${value}">${escapeHtml(name)}</option>`)
    .join('');
}

function rowOf({ id, name, publications, affiliation }: SandboxScholar): string {
  return (
    `<tr><td><a href="/citations?user=${id}&amp;hl=en">${escapeHtml(name)}</a></td><td><code>${id}</code></td>` +
    `<td class="number">${publications}</td><td class="more">${escapeHtml(affiliation)}</td></tr>`
  );
}
