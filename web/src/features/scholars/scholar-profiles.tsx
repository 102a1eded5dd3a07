import { Anchor, Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Scholar, ScholarProfile } from '../../api/shapes.ts';
import { scholarsTexts } from '../../texts/en/scholars.ts';
import { ProblemText } from '../../ui/problem-text.tsx';
import { reportFailure } from '../../ui/undo.ts';
import { decideProfile, profilesQuery } from './profiles-query.ts';
import classes from './scholar-page.module.css';

const texts = scholarsTexts.profiles;

/** The scholar's profiles at other sources, each with its evidence and a decision. Nothing until publications list one. */
export function ScholarProfiles({ scholar }: { scholar: Scholar }) {
  const { data: profiles = [], error } = useQuery(profilesQuery(scholar.id));
  if (profiles.length === 0 && !error) return null;
  return (
    <section className={classes.section} aria-labelledby="profiles">
      <h2 id="profiles">{texts.title}</h2>
      <ProblemText error={error} />
      <ul className={classes.profiles}>
        {profiles.map((profile) => (
          <li key={`${profile.source} ${profile.id}`}>
            <div>
              <Anchor href={profile.url} target="_blank" rel="noreferrer">
                {texts.sources[profile.source]} {profile.id}
              </Anchor>{' '}
              <span dir="auto">{profile.name}</span>
              <div className={classes.quiet}>{describe(profile)}</div>
            </div>
            <Decisions scholarId={scholar.id} profile={profile} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Decisions({ scholarId, profile }: { scholarId: number; profile: ScholarProfile }) {
  const button = (label: string, decision: ScholarProfile['decision']) => (
    <Button
      size="xs"
      variant="default"
      aria-label={`${label}: ${texts.sources[profile.source]} ${profile.id}`}
      onClick={() => reportFailure(decideProfile(scholarId, profile, decision))}
    >
      {label}
    </Button>
  );
  if (profile.decision !== null) return button(texts.undo, null);
  return (
    <Group gap="xs" wrap="nowrap">
      {profile.state === 'suggested' && button(texts.confirm, 'confirmed')}
      {button(texts.reject, 'rejected')}
    </Group>
  );
}

function describe({ source, state, decision, listed_count, publication_count }: ScholarProfile): string {
  const outcome =
    decision !== null ? texts.decisions[decision] : state === 'confirmed' ? texts.confirmed : texts.suggested;
  return `${outcome} ${texts.evidence(listed_count, publication_count, texts.sources[source])}`;
}
