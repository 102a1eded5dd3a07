import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Scholar, ScholarProfile } from '../../api/shapes.ts';
import { scholarsTexts } from '../../texts/en/scholars.ts';
import { Button } from '../../ui/button.tsx';
import { useCommands } from '../../ui/command-provider.tsx';
import { Group } from '../../ui/layout.tsx';
import { ProblemText } from '../../ui/problem-text.tsx';
import { Text } from '../../ui/text.tsx';
import { offerUndo, reportFailure } from '../../ui/undo.ts';
import { useNow } from '../../ui/use-now.ts';
import { AddProfile } from './add-profile.tsx';
import { describeCrawl, describeReason, groupProfiles, labelOf } from './describe-profile.ts';
import { OtherScholar } from './other-scholar.tsx';
import { decideProfile, profilesQuery } from './profiles-query.ts';
import classes from './scholar-page.module.css';

const texts = scholarsTexts.profiles;
const NONE: readonly ScholarProfile[] = [];

type Decision = ScholarProfile['decision'];
type Decide = (profile: ScholarProfile, decision: Decision) => void;

/** The person's profiles at all sources, grouped by state, with a decision on each. */
export function ScholarProfiles({ scholar }: { scholar: Scholar }) {
  const { data: profiles = NONE, error } = useQuery(profilesQuery(scholar.id));
  const list = useRef<HTMLDivElement>(null);
  const decided = useRef<string | null>(null);
  const decide: Decide = (profile, decision) => {
    if (profile.is_main || profile.decision === decision) return;
    const send = (next: Decision) => {
      decided.current = labelOf(profile);
      return decideProfile(scholar.id, profile, next);
    };
    const undo = () => send(profile.decision);
    const message = texts.done[decision ?? 'undecided'](labelOf(profile));
    reportFailure(send(decision).then(() => void offerUndo(message, undo)));
  };
  useEffect(() => {
    // the profile has moved to another group, and its pressed button is gone
    if (decided.current === null || profiles === NONE) return;
    const row = rowsIn(list.current).find((one) => labelOfRow(one) === decided.current);
    if (document.activeElement === document.body) row?.querySelector('a')?.focus();
    decided.current = null;
  }, [profiles]);
  const go = (by: number) => {
    const all = rowsIn(list.current);
    const from = all.findIndex(hasFocus);
    const next = all[from < 0 ? 0 : Math.min(all.length - 1, Math.max(0, from + by))];
    next?.querySelector('a')?.focus();
  };
  const decideOn = (profile: ScholarProfile | undefined, decision: Decision) =>
    profile && !profile.is_main && canConfirm(profile, decision) ? () => decide(profile, decision) : null;
  useCommands(() => {
    const row = rowsIn(list.current).find(hasFocus);
    const focused = profiles.find((one) => row && labelOf(one) === labelOfRow(row));
    return {
      nextProfile: () => go(1),
      previousProfile: () => go(-1),
      confirmProfile: decideOn(focused, 'confirmed'),
      rejectProfile: decideOn(focused, 'rejected'),
    };
  });
  return (
    <section className={classes.section} aria-labelledby="profiles">
      <h2 id="profiles">{texts.title}</h2>
      <Text tone="quiet">{texts.hint}</Text>
      <ProblemText error={error} />
      <div ref={list}>
        {groupProfiles(profiles).map((group) => (
          <div key={group.state} className={classes.group}>
            <h3 id={`profiles-${group.state}`}>{texts.groups[group.state]}</h3>
            <ul className={classes.profiles} aria-labelledby={`profiles-${group.state}`}>
              {group.profiles.map((profile) => (
                <ProfileRow key={labelOf(profile)} scholarId={scholar.id} profile={profile} onDecide={decide} />
              ))}
            </ul>
          </div>
        ))}
      </div>
      <AddProfile scholarId={scholar.id} />
    </section>
  );
}

function rowsIn(list: HTMLElement | null): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>('[data-profile]') ?? [])];
}

function labelOfRow(row: HTMLElement): string | null {
  return row.getAttribute('data-profile');
}

function hasFocus(row: HTMLElement): boolean {
  return row.contains(document.activeElement);
}

interface RowProps {
  readonly scholarId: number;
  readonly profile: ScholarProfile;
  readonly onDecide: Decide;
}

function ProfileRow({ scholarId, profile, onDecide }: RowProps) {
  const now = useNow();
  const reason = describeReason(profile);
  const crawl = describeCrawl(profile, now);
  return (
    <li data-profile={labelOf(profile)}>
      <div className={classes.profile}>
        <a href={profile.url} target="_blank" rel="noreferrer">
          {labelOf(profile)}
        </a>{' '}
        <bdi>{profile.name}</bdi>
        {reason !== '' && <div className={classes.quiet}>{reason}</div>}
        {crawl !== '' && <div className={classes.quiet}>{crawl}</div>}
        {profile.scholar_profile_id !== null && (
          <div className={classes.quiet}>
            <OtherScholar scholarId={scholarId} id={profile.scholar_profile_id} />
          </div>
        )}
      </div>
      {!profile.is_main && <Decisions profile={profile} onDecide={onDecide} />}
    </li>
  );
}

function Decisions({ profile, onDecide }: { profile: ScholarProfile; onDecide: Decide }) {
  const button = (label: string, decision: Decision) => (
    <Button isSmall aria-label={texts.actOn(label, labelOf(profile))} onClick={() => onDecide(profile, decision)}>
      {label}
    </Button>
  );
  return (
    <Group gap="xs">
      {profile.decision !== null && button(texts.takeBack, null)}
      {profile.state === 'suggested' && canConfirm(profile, 'confirmed') && button(texts.confirm, 'confirmed')}
      {profile.state !== 'rejected' && profile.decision === null && button(texts.reject, 'rejected')}
    </Group>
  );
}

/** The service refuses to confirm a profile that another scholar has. */
function canConfirm({ scholar_profile_id: owner }: ScholarProfile, decision: Decision): boolean {
  return decision !== 'confirmed' || owner === null;
}
