import { faultKinds } from './faults/fault.ts';
import { escapeHtml } from './google-scholar/markup.ts';
import { otherSources } from './other-sources/answer-other-source.ts';
import type { SandboxScholar } from './scholar.ts';
import { copyKinds, oddities } from './work.ts';

/** The sandbox's own front page: who is in it, and what its sources know, and how to use and disturb it. */
export function renderIndex(
  scholars: readonly SandboxScholar[],
  env: Readonly<Record<string, string>>,
  origin: string,
): string {
  const rows = scholars.map(
    ({ id, name, works, affiliation }) =>
      `<tr><td><a href="/citations?user=${id}&amp;hl=en">${escapeHtml(name)}</a></td><td><code>${id}</code></td>` +
      `<td class="number">${works}</td><td>${escapeHtml(affiliation)}</td></tr>`,
  );
  const post = (path: string, body: object) =>
    `curl -X POST ${origin}/_sandbox/${path} -H 'content-type: application/json' -d '${JSON.stringify(body)}'`;
  // somebody whose whole profile is read in a moment
  const first = scholars.find(({ works }) => works <= 500)?.id ?? scholars[0]?.id ?? 'ID';
  const settings = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Sandbox</title><style>
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
td,th{text-align:left;padding:.2rem .8rem .2rem 0;vertical-align:top}.number{text-align:right}
pre{background:#f4f4f4;padding:.8rem;overflow:auto}</style></head><body><h1>Sandbox</h1>
<p>These people and their papers are invented. Track one by its id, as you would a scholar of Google Scholar; nothing here leaves this machine.</p>
<table><thead><tr><th>Name</th><th>Id</th><th>Works</th><th>Affiliation</th></tr></thead><tbody>${rows.join('\n')}</tbody></table>
<h2>Use it</h2><p>Start the service with these settings:</p><pre>${escapeHtml(settings.join('\n'))}</pre>
<p>Give somebody a new paper, then run the service again:</p><pre>${escapeHtml(post('works', { profile_id: first, title: 'A paper of today' }))}</pre>
<p>The sources besides Google Scholar know most of these works, those with a DOI have a publisher's page (<code>/publisher/DOI</code>), and some a copy in a repository (<code>/repository/DOI</code>).
Three of five works have a DOI; half of these are free to read. Most free ones have a PDF that opens. For some the link is dead, shows a page or asks for a browser, and
only a repository, Europe PMC or the landing page leads to the PDF. For a few the search for a title offers a comment, a work of others or an older edition.</p>
<p>Ask for one of these when you add a paper. Copies: ${copyKinds.join(', ')}. Oddities: ${oddities.join(', ')}.</p>
<pre>${escapeHtml(post('works', { profile_id: first, title: 'A paper that is free elsewhere', copy: 'repository' }))}
${escapeHtml(post('works', { profile_id: first, title: 'A paper with a comment on it', oddity: 'comment' }))}</pre>
<h2>Disturb it</h2>
<p>Let something go wrong, for a profile or for a source (${['google_scholar', ...otherSources].join(', ')}), so many times or until it is taken back:</p>
<pre>${escapeHtml(post('faults', { key: first, kind: 'captcha', times: 1 }))}
${escapeHtml(post('faults', { key: 'publisher', kind: 'challenge_page', times: 5 }))}
curl -X DELETE ${origin}/_sandbox/faults</pre>
<p>Kinds: ${faultKinds.join(', ')}. What <code>hang</code> holds back is answered after <code>POST /_sandbox/release</code>.</p>
<p>Look: <a href="/_sandbox/scholars">scholars</a>, <a href="/_sandbox/requests">requests so far</a>.</p></body></html>`;
}
