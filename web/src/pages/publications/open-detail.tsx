import type { Publication } from '../../api/shapes.ts';
import { findCached } from '../../features/publications/cached-publications.ts';
import { OpenPublication } from '../../features/publications/open-publication.ts';
import type { Steps } from '../../features/publications/use-steps.ts';
import { texts } from '../../texts/en.ts';
import { PersonAside } from './parts.ts';
import classes from './publications.module.css';

interface Props {
  /** whether there is room beside the list */
  readonly isWide: boolean;
  /** undefined: no publication is open */
  readonly id: number | undefined;
  /** whose list it is; undefined: of many */
  readonly scholar: number | undefined;
  readonly steps: Steps;
  readonly isWriting: boolean;
  onWriting(isWriting: boolean): void;
  onTag(publication: Publication): void;
  onClose(): void;
}

/** The details of the open publication, beside the list or over it. */
export function OpenDetail({ isWide, id, scholar, ...detail }: Props) {
  const shown = id !== undefined && <OpenPublication isWide={isWide} id={id} known={findCached(id)} {...detail} />;
  if (!isWide) return shown;
  return (
    <aside className={classes.detail} aria-label={texts.publications.details}>
      {shown ||
        (scholar !== undefined ? (
          <PersonAside key={scholar} id={scholar} />
        ) : (
          <p className={classes.noDetail}>{texts.publications.noDetail}</p>
        ))}
    </aside>
  );
}
