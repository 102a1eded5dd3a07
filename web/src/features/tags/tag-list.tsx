import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CountedTag } from '../../api/shapes.ts';
import { publicListTexts } from '../../texts/en/public-lists.ts';
import { tagTexts } from '../../texts/en/tags.ts';
import { OwnedList, RowAction, RowActions } from '../../ui/owned-list.tsx';
import { reportFailure } from '../../ui/undo.ts';
import { findPublicList } from '../public-lists/change-public-lists.ts';
import { PublicListDialog } from '../public-lists/public-list-dialog.tsx';
import { publicListsQuery } from '../public-lists/public-lists-query.ts';
import { ChangeTagDialog } from './change-tag-dialog.tsx';
import { deleteTag } from './change-tags.ts';
import { TagChip } from './tag-chips.tsx';
import classes from './tag-list.module.css';
import { tagsQuery } from './tags-query.ts';

const texts = tagTexts.page;
const sourceOf = ({ id }: CountedTag) => ({ scope: 'tag', tag_id: id }) as const;

/** The user's tags with their counts. They can be changed, merged and deleted. */
export function TagList() {
  const { data: tags, error } = useQuery(tagsQuery);
  const { data: publicLists } = useQuery(publicListsQuery);
  const [published, setPublished] = useState<CountedTag | null>(null);
  const [changed, setChanged] = useState<CountedTag | null>(null);
  return (
    <>
      <OwnedList items={tags} error={error} label={texts.title} none={texts.none} noneHint={texts.noneHint}>
        {(tag, onDeleted) => (
          <li key={tag.id} className={classes.row}>
            <div className={classes.what}>
              <TagChip name={tag.name} color={tag.color} />
              <span className={classes.counts}>{texts.counts(tag.publication_count, tag.unread_count)}</span>
            </div>
            <RowActions>
              {publicLists?.is_enabled && (
                <RowAction
                  label={publicListTexts.publish}
                  named={publicListTexts.publishNamed(tag.name)}
                  aria-haspopup="dialog"
                  onClick={() => setPublished(tag)}
                />
              )}
              <RowAction label={texts.change} named={texts.changeNamed(tag.name)} onClick={() => setChanged(tag)} />
              <RowAction
                label={texts.delete}
                named={texts.deleteNamed(tag.name)}
                isDanger
                onClick={() => {
                  reportFailure(deleteTag(tag));
                  onDeleted();
                }}
              />
            </RowActions>
          </li>
        )}
      </OwnedList>
      {published && (
        <PublicListDialog
          of={
            findPublicList(publicLists?.public_lists ?? [], sourceOf(published)) ?? {
              ...sourceOf(published),
              name: published.name,
            }
          }
          onClose={() => setPublished(null)}
        />
      )}
      {changed && <ChangeTagDialog tag={changed} onClose={() => setChanged(null)} />}
    </>
  );
}
