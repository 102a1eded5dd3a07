import type { ChangeKind } from '../history.ts';
import type { Publication } from '../publication.ts';
import { escapeHtml } from '../response.ts';

const startRun = 'In Lectern, open Runs and press “Start a run”.';
const lookUp = 'The demo looks preprints up every two minutes. Elsewhere Lectern does so each week.';
const list = 'The demo reads the list of Retraction Watch every ten seconds.';
const readList = `${list} Open the paper in Lectern.`;

/** What became of a paper by a change, and what to do in Lectern to see it. */
export function describeChange({ title, publishedIn, versions }: Publication, change: ChangeKind) {
  const revised =
    versions === undefined
      ? `“${title}” stays as it is: only arXiv has versions here.`
      : `arXiv has version ${versions} of “${title}”.`;
  const results: Readonly<Record<ChangeKind, readonly [happened: string, next: string]>> = {
    publish: [`“${title}” was published in ${publishedIn}.`, startRun],
    revise: [revised, lookUp],
    retract: [`“${title}” is retracted.`, readList],
    concern: [`“${title}” has an expression of concern.`, readList],
    correct: [`“${title}” has a correction.`, readList],
    reinstate: [`“${title}” has no retraction and no concern now.`, readList],
    restore: [`“${title}” is as it appeared.`, `${list} For a preprint, start a run in Lectern.`],
  };
  const [happened, next] = results[change];
  return { happened, next };
}

/** Papers as options of a choice. What became of them comes first, because long titles are cut off. */
export function paperOptions(papers: readonly Publication[], chosen: string | null): string {
  return papers
    .map(({ owner, n, title, versions, publishedIn, notices = [] }) => {
      const history = [
        ...(versions === undefined ? [] : [`version ${versions}`]),
        ...(publishedIn === undefined ? [] : ['published']),
        ...notices.map(({ nature }) => nature.toLowerCase()),
      ];
      const text = history.length === 0 ? title : `${history.join(', ')}: ${title}`;
      return `<option value="${owner}/${n}"${`${owner}/${n}` === chosen ? ' selected' : ''}>${escapeHtml(text)}</option>`;
    })
    .join('');
}
