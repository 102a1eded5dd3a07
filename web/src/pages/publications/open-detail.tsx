import { Suspense } from 'react';
import type { Publication } from '../../api/shapes.ts';
import { findCached } from '../../features/publications/cached-publications.ts';
import type { Steps } from '../../features/publications/use-steps.ts';
import { texts } from '../../texts/en.ts';
import { DetailSheet, PublicationDetail } from './parts.ts';
import classes from './publications.module.css';

interface Props {
  /** whether there is room beside the list */
  readonly isWide: boolean;
  /** undefined: no publication is open */
  readonly id: number | undefined;
  readonly steps: Steps;
  readonly isWriting: boolean;
  onWriting(isWriting: boolean): void;
  onTag(publication: Publication): void;
  onClose(): void;
}

/** The details of the open publication, beside the list or over it. */
export function OpenDetail({ isWide, id, steps, ...detail }: Props) {
  const known = id === undefined ? undefined : findCached(id);
  return (
    <Suspense fallback={null}>
      {isWide ? (
        <aside className={classes.detail} aria-label={texts.publications.details}>
          {id === undefined ? (
            <p className={classes.noDetail}>{texts.publications.noDetail}</p>
          ) : (
            <PublicationDetail key={id} id={id} known={known} {...detail} />
          )}
        </aside>
      ) : (
        <DetailSheet id={id} known={known} steps={steps} {...detail} />
      )}
    </Suspense>
  );
}
