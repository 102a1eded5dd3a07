import { Link } from '@tanstack/react-router';
import type { Publication, PublicationDetail } from '../../api/shapes.ts';
import { detailTexts } from '../../texts/en/detail.ts';
import { ruleTexts } from '../../texts/en/rules.ts';
import { Button } from '../../ui/button.tsx';
import { formatMonthDay } from '../../ui/format.ts';
import { describeListings } from './describe-listings.ts';
import classes from './publication-detail.module.css';
import { removeAdded } from './remove-added.ts';
import type { AuthorOf } from './unconfirmed-marks.ts';

interface Props {
  readonly publication: Publication;
  readonly detail: PublicationDetail | undefined;
  onReject(scholar: AuthorOf): void;
}

/**
 * Why a publication is in the library: for each scholar who lists it, in a sentence, with a button for a wrong one. And
 * what rules did to it.
 */
export function WhyHere({ publication, detail, onReject }: Props) {
  const { scholars, year, first_seen_at: seenAt } = publication;
  const rules = detail?.rules ?? [];
  const addedAt = detail?.added_at ?? null;
  if (scholars.length === 0 && rules.length === 0 && addedAt === null) return null;
  return (
    <div className={classes.why}>
      {scholars.map((scholar) => {
        const { scholar_profile_id: id, label } = scholar;
        const profiles = detail?.scholars.find((one) => one.scholar_profile_id === id)?.profiles ?? [];
        return (
          <p key={id}>
            {detailTexts.becauseYouFollow}{' '}
            <Link to="/" search={{ scholar: id }}>
              <bdi>{label}</bdi>
            </Link>
            {'. '}
            {describeListings(profiles, year) ?? detailTexts.seenOn(formatMonthDay(seenAt))}{' '}
            <Button
              look="quiet"
              isSmall
              data-not-by={id}
              aria-label={detailTexts.notByNamed(label)}
              onClick={() => onReject(scholar)}
            >
              {detailTexts.notBy}
            </Button>
          </p>
        );
      })}
      {addedAt !== null && (
        <p>
          {detailTexts.youAdded(formatMonthDay(addedAt))}{' '}
          <Button look="quiet" isSmall onClick={() => removeAdded(publication)}>
            {detailTexts.remove}
          </Button>
        </p>
      )}
      {rules.map(({ id, name, tags, marked_read, marked_favorite }) => (
        <p key={`rule ${id}`}>
          {ruleTexts.by}{' '}
          <Link to="/settings/rules">
            “<bdi>{name}</bdi>”
          </Link>{' '}
          {ruleTexts.effects(tags, marked_read, marked_favorite)}
        </p>
      ))}
    </div>
  );
}
