import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { adminTexts } from '../../texts/en/admin.ts';
import { Button } from '../../ui/button.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import type { AuditSearch } from '../admin/admin-search.ts';
import classes from './audit-filter.module.css';

const { audit: texts } = adminTexts;

/** Filters by repair or publication. The address holds the filter. */
export function AuditFilter({ search: { repair, publication } }: { search: AuditSearch }) {
  const navigate = useNavigate({ from: '/admin/audit' });
  return (
    <form
      className={classes.filter}
      onSubmit={(event) => {
        event.preventDefault();
        const fields = new FormData(event.currentTarget);
        const numberOf = (name: string) => Number(fields.get(name)) || undefined;
        void navigate({ search: { repair: numberOf('repair'), publication: numberOf('publication') } });
      }}
    >
      <NumberField name="repair" label={texts.byRepair} value={repair} />
      <NumberField name="publication" label={texts.byPublication} value={publication} />
      <Button type="submit">{texts.show}</Button>
      {(repair !== undefined || publication !== undefined) && (
        <Button
          look="quiet"
          onClick={({ currentTarget }) => {
            // this button disappears, so focus the one beside it
            currentTarget.form?.querySelector<HTMLElement>('[type=submit]')?.focus();
            void navigate({ search: {} });
          }}
        >
          {texts.showAll}
        </Button>
      )}
    </form>
  );
}

function NumberField({ name, label, value }: { name: string; label: string; value: number | undefined }) {
  const [typed, setTyped] = useState(String(value ?? ''));
  const [previous, setPrevious] = useState(value);
  // the address changed, for example by the back button
  if (value !== previous) {
    setPrevious(value);
    setTyped(String(value ?? ''));
  }
  return (
    <TextInput
      name={name}
      label={label}
      inputMode="numeric"
      pattern="[0-9]*"
      maxLength={9}
      value={typed}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
    />
  );
}
