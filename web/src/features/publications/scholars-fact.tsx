import { Anchor, Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Publication, PublicationDetail } from '../../api/shapes.ts';
import { detailTexts } from '../../texts/en/detail.ts';
import { describeListings } from './describe-listings.ts';
import classes from './publication-detail.module.css';
import type { AuthorOf } from './reject.ts';

interface Props {
  readonly publication: Publication;
  readonly detail: PublicationDetail | undefined;
  onReject(scholar: AuthorOf): void;
}

/** The tracked scholars of a publication, how their profiles differ, and a button for a wrong one. */
export function ScholarsFact({ publication, detail, onReject }: Props) {
  const { scholars, year } = publication;
  if (scholars.length === 0) return null;
  return (
    <ul className={classes.entries}>
      {scholars.map((scholar) => {
        const { scholar_profile_id: id, label } = scholar;
        const profiles = detail?.scholars.find((one) => one.scholar_profile_id === id)?.profiles ?? [];
        const listings = describeListings(profiles, year);
        return (
          <li key={id}>
            <Anchor renderRoot={(props) => <Link to="/" search={{ scholar: id }} {...props} />} size="sm" dir="auto">
              {label}
            </Anchor>
            {listings !== null && <span className={classes.quiet}>{listings}</span>}
            <div>
              <Button
                variant="default"
                size="compact-xs"
                mt={4}
                data-not-by={id}
                aria-label={detailTexts.notByNamed(label)}
                onClick={() => onReject(scholar)}
              >
                {detailTexts.notBy}
              </Button>
            </div>
          </li>
        );
      })}
    </ul>
  );
}
