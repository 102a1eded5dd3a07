import { type ComponentProps, useState } from 'react';
import { accountTexts as texts } from '../texts/en/account.ts';
import { IconButton } from './button.tsx';
import classes from './field.module.css';
import { Field, type FieldProps, splitField } from './field.tsx';
import { EyeIcon } from './icons.tsx';

/** A field for a secret, with a button that shows what was typed. */
export function PasswordInput(props: FieldProps & ComponentProps<'input'>) {
  const { field, rest } = splitField(props);
  const [isShown, setShown] = useState(false);
  return (
    <Field {...field}>
      {(control) => (
        <div className={classes.secret}>
          <input {...rest} {...control} type={isShown ? 'text' : 'password'} />
          <IconButton
            aria-label={texts.showCharacters}
            aria-pressed={isShown}
            aria-controls={control.id}
            onClick={() => setShown(!isShown)}
          >
            <EyeIcon />
          </IconButton>
        </div>
      )}
    </Field>
  );
}
