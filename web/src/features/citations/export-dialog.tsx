import { citationTexts as texts } from '../../texts/en/citations.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { type Cited, MAX_IDS } from './citations-path.ts';
import { DownloadButtons } from './download-buttons.tsx';

interface Props {
  readonly cited: Cited;
  /** how many publications the file will have */
  readonly count: number;
  onClose(): void;
}

/** Downloads the citations of a list or of a selection. */
export function ExportDialog({ cited, count, onClose }: Props) {
  return (
    <Dialog title={texts.exportTitle} onClose={onClose}>
      {'ids' in cited && cited.ids.length > MAX_IDS ? (
        <p>{texts.tooMany(MAX_IDS)}</p>
      ) : (
        <>
          <p>{texts.exportCount(count)}</p>
          <DownloadButtons cited={cited} name={null} />
        </>
      )}
    </Dialog>
  );
}
