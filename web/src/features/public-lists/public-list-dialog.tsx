import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { PublicList, PublicListChange } from '../../api/shapes.ts';
import { publicListTexts as texts } from '../../texts/en/public-lists.ts';
import { BusyButton } from '../../ui/busy-button.tsx';
import { Checkbox, Choices } from '../../ui/choice.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { fieldError, fieldProblems } from '../../ui/field-problems.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { NameField } from '../../ui/name-field.tsx';
import { Select } from '../../ui/select.tsx';
import { Text } from '../../ui/text.tsx';
import { TextArea, TextInput } from '../../ui/text-input.tsx';
import {
  changeOf,
  changePublicList,
  createPublicList,
  type ListSource,
  previewPublicList,
  proposeSlug,
} from './change-public-lists.ts';
import { OpenPage, PublicAddresses } from './public-addresses.tsx';
import classes from './public-lists.module.css';

const MAX_NAME_LENGTH = 120;
const MAX_SLUG_LENGTH = 60;
const NEW = {
  text: '',
  order: 'newest',
  kinds: 'all',
  year_from: null,
  year_to: null,
  has_bold_names: true,
  is_indexed: true,
  has_imported: false,
} as const;

interface Props {
  /** a list to change, or what to publish and its name */
  readonly of: PublicList | (ListSource & { readonly name: string });
  onClose(): void;
}

/** Publishes a list, after saying what strangers see, and then shows its address; or changes one. */
export function PublicListDialog({ of, onClose }: Props) {
  const [published, setPublished] = useState<PublicList | null>(null);
  if (published === null) return <ListForm of={of} onPublished={setPublished} onClose={onClose} />;
  return (
    <Dialog title={texts.published(published.name)} onClose={onClose}>
      <PublicAddresses list={published} />
      <OpenPage list={published} />
    </Dialog>
  );
}

function ListForm({ of, onPublished, onClose }: Props & { onPublished(list: PublicList): void }) {
  const known = 'id' in of ? of : null;
  const [form, setForm] = useState<PublicListChange>(() => formOf(of));
  const change = (part: Partial<PublicListChange>) => setForm((before) => ({ ...before, ...part }));
  const saving = useMutation({
    mutationFn: () => (known ? changePublicList(known.id, form) : createPublicList({ ...sourceOf(of), ...form })),
    onSuccess: (list) => (known ? onClose() : onPublished(list)),
  });
  const previewing = useMutation({
    mutationFn: () => previewPublicList({ ...sourceOf(of), ...form, slug: form.slug || 'preview' }),
  });
  const error = saving.error ?? previewing.error;
  const problems = fieldProblems(error);
  const slugProblem = problems.slug ?? fieldError(error, 'address_taken');
  const reset = () => {
    saving.reset();
    previewing.reset();
  };
  const optionsOf = <T extends string>(names: Readonly<Record<T, string>>) =>
    Object.entries<string>(names).map(([value, label]) => ({ value, label }));
  return (
    <>
      <FormDialog
        title={known ? texts.changeTitle(known.name) : texts.publishTitle(of.name)}
        submit={known ? texts.save : texts.submit}
        saving={{ isPending: saving.isPending, error, reset }}
        more={
          <BusyButton type="button" isBusy={previewing.isPending} onClick={() => previewing.mutate()}>
            {texts.preview}
          </BusyButton>
        }
        isAtField={slugProblem !== undefined || problems.name !== undefined}
        onSubmit={saving.mutate}
        onClose={onClose}
      >
        <div className={classes.strangers}>
          <Text isStrong>{texts.strangers.title}</Text>
          <Text>{texts.strangers.seen}</Text>
          <Text>{texts.strangers.never}</Text>
        </div>
        <NameField
          label={texts.name}
          value={form.name}
          maxLength={MAX_NAME_LENGTH}
          error={problems.name}
          hasFocus={false}
          onChange={(name) => change({ name })}
        />
        <TextInput
          label={texts.slug}
          hint={texts.slugHint(location.origin)}
          value={form.slug}
          error={slugProblem}
          required
          minLength={3}
          maxLength={MAX_SLUG_LENGTH}
          pattern="[a-z0-9\-]{3,60}"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          data-autofocus
          onChange={({ currentTarget }) => change({ slug: currentTarget.value })}
        />
        <TextArea
          label={texts.text}
          rows={2}
          maxLength={1000}
          value={form.text ?? ''}
          onChange={({ currentTarget }) => change({ text: currentTarget.value })}
        />
        <div className={classes.pair}>
          <Select
            label={texts.kinds}
            value={form.kinds ?? 'all'}
            data={optionsOf(texts.kindNames)}
            onChange={({ currentTarget }) => change({ kinds: currentTarget.value as 'all' })}
          />
          <Select
            label={texts.order}
            value={form.order ?? 'newest'}
            data={optionsOf(texts.orders)}
            onChange={({ currentTarget }) => change({ order: currentTarget.value as 'newest' })}
          />
          <YearInput label={texts.yearFrom} year={form.year_from} onChange={(year_from) => change({ year_from })} />
          <YearInput label={texts.yearTo} year={form.year_to} onChange={(year_to) => change({ year_to })} />
        </div>
        <Choices label={texts.options}>
          <Checkbox
            label={texts.hasBoldNames}
            hint={texts.hasBoldNamesHint}
            checked={form.has_bold_names ?? true}
            onChange={({ currentTarget }) => change({ has_bold_names: currentTarget.checked })}
          />
          <Checkbox
            label={texts.isIndexed}
            checked={form.is_indexed ?? true}
            onChange={({ currentTarget }) => change({ is_indexed: currentTarget.checked })}
          />
          <Checkbox
            label={texts.hasImported}
            checked={form.has_imported ?? false}
            onChange={({ currentTarget }) => change({ has_imported: currentTarget.checked })}
          />
        </Choices>
        {known && <Text tone="quiet">{texts.placesHint}</Text>}
      </FormDialog>
      {previewing.data !== undefined && (
        <Dialog title={texts.previewTitle} size="lg" onClose={previewing.reset}>
          <iframe className={classes.preview} sandbox="" srcDoc={previewing.data} title={texts.previewTitle} />
        </Dialog>
      )}
    </>
  );
}

function YearInput(props: { label: string; year: number | null | undefined; onChange(year: number | null): void }) {
  const { label, year, onChange } = props;
  return (
    <TextInput
      label={label}
      type="number"
      min={1000}
      max={2999}
      value={year ?? ''}
      onChange={({ currentTarget }) => onChange(currentTarget.value === '' ? null : currentTarget.valueAsNumber)}
    />
  );
}

function formOf(of: Props['of']): PublicListChange {
  if (!('id' in of)) {
    // the name of a tag is the user's own
    const named =
      of.scope === 'tag' ? { name: texts.defaultName, slug: '' } : { name: of.name, slug: proposeSlug(of.name) };
    return { ...NEW, pinned_ids: [], hidden_ids: [], ...named };
  }
  return changeOf(of);
}

function sourceOf(of: Props['of']): ListSource {
  const { scope, scholar_profile_id, view_id, tag_id } = of;
  return {
    scope,
    ...(scholar_profile_id == null ? {} : { scholar_profile_id }),
    ...(view_id == null ? {} : { view_id }),
    ...(tag_id == null ? {} : { tag_id }),
  };
}
