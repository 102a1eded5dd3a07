import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { CountedTag } from '../../api/shapes.ts';
import { tagTexts } from '../../texts/en/tags.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ProblemText } from '../../ui/problem-text.tsx';
import { reportFailure } from '../../ui/undo.ts';
import { ChangeTagDialog } from './change-tag-dialog.tsx';
import { deleteTag } from './change-tags.ts';
import { TagChip } from './tag-chips.tsx';
import classes from './tag-list.module.css';
import { tagsQuery } from './tags-query.ts';

const texts = tagTexts.page;

/** The user's tags with their counts. They can be changed, merged and deleted. */
export function TagList() {
  const { data: tags, error } = useQuery(tagsQuery);
  const [changed, setChanged] = useState<CountedTag | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const remove = (tag: CountedTag) => {
    reportFailure(deleteTag(tag));
    // the focused button disappears with its tag
    list.current?.focus();
  };
  return (
    <>
      <ProblemText error={error} />
      {tags?.length === 0 && <EmptyState title={texts.none}>{texts.noneHint}</EmptyState>}
      <ul ref={list} className={classes.list} aria-label={texts.title} tabIndex={-1}>
        {tags?.map((tag) => (
          <li key={tag.id} className={classes.row}>
            <div className={classes.what}>
              <TagChip name={tag.name} color={tag.color} />
              <span className={classes.counts}>{texts.counts(tag.publication_count, tag.unread_count)}</span>
            </div>
            <Button
              size="compact-sm"
              variant="subtle"
              aria-label={texts.changeNamed(tag.name)}
              onClick={() => setChanged(tag)}
            >
              {texts.change}
            </Button>
            <Button
              size="compact-sm"
              variant="subtle"
              color="red"
              aria-label={texts.deleteNamed(tag.name)}
              onClick={() => remove(tag)}
            >
              {texts.delete}
            </Button>
          </li>
        ))}
      </ul>
      {changed && <ChangeTagDialog tag={changed} onClose={() => setChanged(null)} />}
    </>
  );
}
