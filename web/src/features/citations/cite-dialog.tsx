import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { citationTexts as texts } from '../../texts/en/citations.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ProblemText } from '../../ui/problem-text.tsx';
import classes from './cite-dialog.module.css';
import { DownloadButtons } from './download-buttons.tsx';
import { fetchBibtex } from './fetch-bibtex.ts';

/** Shows the BibTeX of a publication to copy, and downloads it in other formats. */
export function CiteDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const { data: bibtex, error } = useQuery({
    queryKey: ['citation', id],
    queryFn: ({ signal }) => fetchBibtex([id], signal),
    // names and identifiers may arrive at any time
    staleTime: 0,
  });
  const shown = useRef<HTMLPreElement>(null);
  return (
    <Dialog title={texts.cite} size="lg" onClose={onClose}>
      <ProblemText error={error} />
      <pre ref={shown} className={classes.bibtex} dir="auto">
        {bibtex?.trim()}
      </pre>
      <p>{bibtex !== undefined && <CopyButton text={bibtex} what="bibtex" shownIn={shown} />}</p>
      <DownloadButtons cited={{ ids: [id] }} name={keyOf(bibtex)} />
    </Dialog>
  );
}

/** The cite key, which is a good name for a file. */
function keyOf(bibtex: string | undefined): string | null {
  return /^@\w+\{([^,]+),/.exec(bibtex ?? '')?.[1] ?? null;
}
