import type { Publication, PublicationPage, PublicationQuery } from '../../api/shapes.ts';
import { ExportDialog, TagEditor } from './parts.ts';

/** The dialog that is open over the list. */
export type ListDialog =
  | { readonly kind: 'tags'; readonly publications: readonly Publication[] }
  /** `ids`: those of a selection; null: the list */
  | { readonly kind: 'export'; readonly ids: readonly number[] | null };

interface Props {
  readonly dialog: ListDialog | null;
  readonly query: PublicationQuery;
  readonly head: PublicationPage | undefined;
  onClose(): void;
}

export function OpenDialog({ dialog, query, head, onClose }: Props) {
  return (
    <>
      {dialog?.kind === 'tags' && <TagEditor publications={dialog.publications} onClose={onClose} />}
      {dialog?.kind === 'export' && head !== undefined && (
        <ExportDialog
          cited={
            dialog.ids !== null
              ? { ids: dialog.ids }
              : // the list as shown, with what was read since and without later arrivals
                { list: { ...query, snapshot: head.snapshot, keep_read: true } }
          }
          count={dialog.ids?.length ?? head.total_count}
          onClose={onClose}
        />
      )}
    </>
  );
}
