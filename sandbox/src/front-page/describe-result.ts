import { firstDay } from '../first-day.ts';
import { changeKinds } from '../history.ts';
import { type Library, listAdded } from '../library.ts';
import { faultNames, sourceNames } from './choices.ts';
import { describeChange } from './describe-change.ts';

interface Result {
  readonly happened: string;
  /** what to do in Lectern to see it */
  readonly next: string;
}

/** What the form did that led to this address, or undefined if none did. */
export function describeResult(library: Library, query: URLSearchParams): Result | undefined {
  switch (query.get('done')) {
    case 'give': {
      const scholar = library.find(query.get('scholar') ?? '');
      const paper = scholar?.added.at(-1);
      if (scholar === undefined || paper === undefined) return undefined;
      const run = 'In Lectern, open Runs and press “Start a run”.';
      const isTracked = firstDay.scholars.includes(scholar.id);
      return {
        happened: `${scholar.name} has a new paper: “${paper.title}”.`,
        next: isTracked
          ? run
          : `${run} If you do not track ${scholar.name} yet, first add ${scholar.id} under Scholars.`,
      };
    }
    case 'change': {
      const paper = listAdded(library).find(({ owner, n }) => `${owner}/${n}` === query.get('paper'));
      const change = changeKinds.find((one) => one === query.get('change'));
      return paper && change && describeChange(paper, change);
    }
    case 'fail': {
      const [source, fault] = [query.get('source') ?? '', query.get('fault') ?? ''];
      const [name, does] = [sourceNames[source], Object.entries(faultNames).find(([kind]) => kind === fault)?.[1]];
      if (name === undefined || does === undefined) return undefined;
      const until = query.has('once') ? 'at the next request' : 'at every request, until you heal it';
      return { happened: `${name} ${does} ${until}.`, next: nextAfterFault(source, fault) };
    }
    case 'heal':
      return {
        happened: 'All sources respond normally again.',
        next: 'Lectern sends requests to a paused source again when the pause is over. The first pause of a day lasts a minute, and each further one twice as long as the one before. Admin, Sources says until when.',
      };
    default:
      return undefined;
  }
}

/** The faults that Lectern takes as a refusal. It pauses the source at the first one. */
const refusals = ['captcha', 'unusual'];

function nextAfterFault(source: string, fault: string): string {
  switch (source) {
    case 'google_scholar':
      return refusals.includes(fault)
        ? 'In Lectern, open Runs and press “Start a run”. The line at the bottom then says until when Google Scholar is paused. Nothing is lost: the run’s page says when each scholar is checked again.'
        : 'In Lectern, open Runs and press “Start a run”. The run’s page says what became of each scholar. Nothing is lost: Lectern tries again later.';
    case 'orcid':
    case 'dblp':
      return 'In Lectern, track somebody by an ORCID iD or a DBLP address. The state of the source is under Admin, Sources.';
    case 'publisher':
    case 'repository':
      return 'Give a scholar a paper with a PDF, and start a run in Lectern. The search for its PDF is under Admin, PDFs.';
    default:
      return 'Give a scholar a paper, and start a run in Lectern. Lectern queries the source about the paper; the state of the source is under Admin, Sources.';
  }
}
