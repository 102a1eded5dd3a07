import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Candidate, Scholar } from '../../api/shapes.ts';
import { scholarsTexts } from '../../texts/en/scholars.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { BusyButton } from '../../ui/busy-button.tsx';
import { focusShown } from '../../ui/focus-page.ts';
import { ProblemText } from '../../ui/problem-text.tsx';
import { Text } from '../../ui/text.tsx';
import { trackScholar } from './change-scholars.ts';
import { labelOf } from './describe-profile.ts';
import classes from './name-search.module.css';
import { findTracked } from './scholar-input.ts';
import { ScholarPicture } from './scholar-picture.tsx';

const texts = scholarsTexts.search;
const MAX_INTERESTS = 4;

/** One search result with enough details to recognize the person, and a button that adds them. */
export function CandidateRow({ candidate, scholars }: { candidate: Candidate; scholars: readonly Scholar[] }) {
  const { display_name: name, affiliation, ids } = candidate;
  const track = useMutation({ mutationFn: trackScholar });
  const id = ids[0]?.id;
  const tracked = scholars.find((one) => one.id === track.data?.id) ?? findTracked(scholars, ids);
  return (
    <li className={classes.row}>
      {tracked ? <ScholarPicture scholar={tracked} /> : <Avatar name={name} />}
      <div className={classes.who}>
        <Text isStrong dir="auto">
          {name}
        </Text>
        <Text dir="auto">{affiliation}</Text>
        <Facts candidate={candidate} />
      </div>
      <div className={classes.act}>
        {tracked ? (
          <Link
            to="/"
            search={{ scholar: tracked.id }}
            aria-label={texts.addedNamed(name)}
            className={classes.tracked}
            // the pressed button is gone
            ref={track.isSuccess ? focusShown : undefined}
          >
            {texts.added}
          </Link>
        ) : (
          id !== undefined && (
            <BusyButton
              isSmall
              isBusy={track.isPending}
              aria-label={texts.addNamed(name)}
              onClick={() => track.mutate(id)}
            >
              {texts.add}
            </BusyButton>
          )
        )}
      </div>
      {track.error && (
        <div className={classes.wide}>
          <ProblemText error={track.error} />
        </div>
      )}
    </li>
  );
}

function Facts({ candidate }: { candidate: Candidate }) {
  const { scholar_id, email_domain, cited_by_count, interests, orcid, ids, profile_url } = candidate;
  const otherIds = ids.filter(({ source }) => source !== 'orcid').map(labelOf);
  return (
    <div className={classes.facts}>
      {cited_by_count !== null && <span>{texts.citedBy(cited_by_count)}</span>}
      {email_domain !== null && <span>{texts.emailAt(email_domain)}</span>}
      {interests.length > 0 && <span dir="auto">{interests.slice(0, MAX_INTERESTS).join(' · ')}</span>}
      {scholar_id === null && <span>{texts.noId}</span>}
      <span>{otherIds.join(' · ')}</span>
      {orcid !== null && <ExternalLink href={`https://orcid.org/${orcid}`} text={texts.orcid(orcid)} />}
      {profile_url !== null && (
        <ExternalLink href={profile_url} text={scholar_id === null ? texts.openAlexPage : texts.profile} />
      )}
    </div>
  );
}

function ExternalLink({ href, text }: { href: string; text: string }) {
  return (
    <a href={href} target="_blank" rel="noreferrer">
      {text}
    </a>
  );
}
