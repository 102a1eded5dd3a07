import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Rule } from '../../api/shapes.ts';
import { ruleTexts } from '../../texts/en/rules.ts';
import { Checkbox, Choices } from '../../ui/choice.tsx';
import { fieldProblems } from '../../ui/field-problems.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { NameField } from '../../ui/name-field.tsx';
import { Text } from '../../ui/text.tsx';
import { QueryField } from '../publications/query-field.tsx';
import { saveRule } from './change-rules.ts';
import classes from './rule-dialog.module.css';
import { RulePreview } from './rule-preview.tsx';
import { TagField } from './tag-field.tsx';

const texts = ruleTexts.form;
const MAX_LENGTH = 50;

interface Props {
  /** null: a new rule */
  readonly rule: Rule | null;
  /** the search of a new rule */
  readonly search: string;
  onClose(): void;
}

/** Adds or changes a rule, and previews what it would have acted on. */
export function RuleDialog({ rule, search: begun, onClose }: Props) {
  // a part of a long search is no good name
  const [name, setName] = useState(rule?.name ?? (begun.length > MAX_LENGTH ? '' : begun));
  const [search, setSearch] = useState(rule?.search ?? begun);
  const [tags, setTags] = useState(rule?.tags.map((tag) => tag.name) ?? []);
  const [markRead, setMarkRead] = useState(rule?.mark_read ?? false);
  const [markFavorite, setMarkFavorite] = useState(rule?.mark_favorite ?? false);
  const field = useRef<HTMLInputElement>(null);
  const saving = useMutation({
    mutationFn: () =>
      saveRule(rule?.id ?? null, { name, search, tags, mark_read: markRead, mark_favorite: markFavorite }),
    onSuccess: onClose,
  });
  const problems = fieldProblems(saving.error);
  const isIdle = tags.length === 0 && !markRead && !markFavorite;
  return (
    <FormDialog
      title={rule === null ? texts.add : texts.change}
      submit={texts.save}
      saving={saving}
      isAtField={Object.keys(problems).length > 0}
      isDisabled={isIdle || search.trim() === ''}
      more={isIdle && <Text tone="quiet">{texts.noEffect}</Text>}
      onSubmit={saving.mutate}
      onClose={onClose}
    >
      <div className={classes.field}>
        <Text isStrong aria-hidden="true">
          {texts.search}
        </Text>
        <QueryField value={search} className={classes.search} field={field} onChange={setSearch} />
        <Text tone="bad" role="alert">
          {problems.search}
        </Text>
      </div>
      <NameField
        label={texts.name}
        value={name}
        maxLength={MAX_LENGTH}
        error={problems.name}
        hasFocus={begun !== ''}
        onChange={setName}
      />
      <Choices label={texts.effects}>
        <TagField tags={tags} error={problems.tags} onChange={setTags} />
        <Checkbox
          label={texts.markRead}
          checked={markRead}
          onChange={({ currentTarget }) => setMarkRead(currentTarget.checked)}
        />
        <Checkbox
          label={texts.markFavorite}
          checked={markFavorite}
          onChange={({ currentTarget }) => setMarkFavorite(currentTarget.checked)}
        />
      </Choices>
      <RulePreview search={search} />
    </FormDialog>
  );
}
