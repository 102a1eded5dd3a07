import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import type { CountedTag, TagColor } from '../../api/shapes.ts';
import { tagTexts } from '../../texts/en/tags.ts';
import { Choices } from '../../ui/choice.tsx';
import { fieldProblems } from '../../ui/field-problems.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { NameField } from '../../ui/name-field.tsx';
import { notify } from '../../ui/notify-problem.ts';
import { Text } from '../../ui/text.tsx';
import { changeTag } from './change-tags.ts';
import { TagChip } from './tag-chips.tsx';
import classes from './tag-list.module.css';

const { page: texts, colors } = tagTexts;
const COLORS = Object.entries(colors) as [TagColor, string][];
const MAX_LENGTH = 50;

/** Renames a tag and changes its color. If another tag has the name, it offers to merge the two. */
export function ChangeTagDialog({ tag, onClose }: { tag: CountedTag; onClose: () => void }) {
  const [name, setName] = useState(tag.name);
  const [color, setColor] = useState(tag.color);
  const saving = useMutation({
    mutationFn: (merge: boolean) =>
      // the tag that remains keeps its color
      changeTag(tag.id, { name, ...(merge ? { merge } : { color }) }),
    onSuccess: (changed, merge) => {
      if (merge) notify(texts.merged(tag.name, changed.name));
      onClose();
    },
  });
  const { error } = saving;
  const isTaken = error instanceof ApiError && error.code === 'tag_exists';
  const problem = fieldProblems(error).name;
  return (
    <FormDialog
      title={texts.changeTitle}
      submit={isTaken ? texts.merge(name.trim()) : texts.save}
      saving={saving}
      isAtField={isTaken || problem !== undefined}
      onSubmit={() => saving.mutate(isTaken)}
      onClose={onClose}
    >
      <NameField label={texts.name} value={name} maxLength={MAX_LENGTH} error={problem} onChange={setName} />
      <Choices label={texts.color}>
        <div className={classes.colors}>
          {COLORS.map(([value, label]) => (
            <label key={value}>
              <input
                type="radio"
                name="color"
                value={value}
                checked={value === color}
                onChange={() => setColor(value)}
              />
              <TagChip name={label} color={value} />
            </label>
          ))}
        </div>
      </Choices>
      {isTaken && <Text role="alert">{texts.mergeHint(tag.name, name.trim(), tag.publication_count)}</Text>}
    </FormDialog>
  );
}
