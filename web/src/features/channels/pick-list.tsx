import { useEffect, useState } from 'react';
import { channelTexts } from '../../texts/en/channels.ts';
import { Checkbox, Choices } from '../../ui/choice.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import classes from './channel-dialog.module.css';

/** A longer list has a field to find a name. */
const MAX_WITHOUT_SEARCH = 10;

interface Props {
  readonly label: string;
  readonly options: readonly { readonly id: number; readonly name: string }[];
  readonly chosen: readonly number[];
  onChange(chosen: number[]): void;
}

/** A list from which several can be chosen. What no longer exists cannot stay chosen. */
export function PickList({ label, options, chosen, onChange }: Props) {
  const [typed, setTyped] = useState('');
  const wanted = typed.trim().toLocaleLowerCase();
  const shown = options.filter(({ name }) => name.toLocaleLowerCase().includes(wanted));
  const gone = options.length > 0 && chosen.some((id) => !options.some((one) => one.id === id));
  useEffect(() => {
    if (gone) onChange(chosen.filter((id) => options.some((one) => one.id === id)));
  });
  return (
    <Choices label={label}>
      {options.length > MAX_WITHOUT_SEARCH && (
        <TextInput
          type="search"
          aria-label={channelTexts.form.find(label)}
          placeholder={channelTexts.form.find(label)}
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
      )}
      <div className={classes.options}>
        {shown.map(({ id, name }) => (
          <Checkbox
            key={id}
            label={<bdi>{name}</bdi>}
            checked={chosen.includes(id)}
            onChange={() => onChange(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id])}
          />
        ))}
      </div>
    </Choices>
  );
}
