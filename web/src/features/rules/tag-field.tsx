import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { ruleTexts } from '../../texts/en/rules.ts';
import { CloseIcon } from '../../ui/icons.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { TagChip } from '../tags/tag-chips.tsx';
import { isSameName, tagNamed, tagsQuery } from '../tags/tags-query.ts';
import classes from './rule-dialog.module.css';

const texts = ruleTexts.form;
const MAX_LENGTH = 50;

interface Props {
  /** names */
  readonly tags: readonly string[];
  readonly error: string | undefined;
  onChange(tags: string[]): void;
}

/** Names of tags, which are completed from the user's tags. Each has a button that removes it. */
export function TagField({ tags, error, onChange }: Props) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const { data: known = [] } = useQuery(tagsQuery);
  const add = () => {
    const name = typed.trim();
    if (name !== '' && !tags.some((tag) => isSameName(tag, name))) onChange([...tags, tagNamed(name).name]);
    setTyped('');
  };
  return (
    <div className={classes.tags}>
      <TextInput
        label={texts.tags}
        hint={texts.tagsHint}
        list={id}
        value={typed}
        maxLength={MAX_LENGTH}
        autoComplete="off"
        error={error}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onBlur={add}
        onKeyDown={(event) => {
          // with nothing typed, Enter sends the form as in other fields
          if (event.key !== 'Enter' || event.nativeEvent.isComposing || typed.trim() === '') return;
          event.preventDefault();
          add();
        }}
      />
      <datalist id={id}>
        {known.map(({ id: tag, name }) => (
          <option key={tag} value={name} />
        ))}
      </datalist>
      {tags.map((name) => (
        <button
          key={name}
          type="button"
          className={classes.tag}
          aria-label={texts.removeTag(name)}
          onClick={() => onChange(tags.filter((tag) => tag !== name))}
        >
          <TagChip name={name} color={tagNamed(name).color} />
          <CloseIcon size={14} />
        </button>
      ))}
    </div>
  );
}
