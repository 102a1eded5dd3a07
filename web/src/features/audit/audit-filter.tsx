import { Button, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { adminTexts } from '../../texts/en/admin.ts';
import type { AuditSearch } from '../admin/admin-search.ts';
import classes from './audit-filter.module.css';

const { audit: said } = adminTexts;

/** Of which repair, or of which publication; it stands in the address. */
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
      <TextInput
        // the address is the one that knows
        key={`repair ${repair}`}
        name="repair"
        label={said.ofRepair}
        inputMode="numeric"
        pattern="[0-9]*"
        maxLength={9}
        defaultValue={repair}
      />
      <TextInput
        key={`publication ${publication}`}
        name="publication"
        label={said.ofPublication}
        inputMode="numeric"
        pattern="[0-9]*"
        maxLength={9}
        defaultValue={publication}
      />
      <Button type="submit" variant="default">
        {said.show}
      </Button>
      {(repair !== undefined || publication !== undefined) && (
        <Button variant="subtle" onClick={() => void navigate({ search: {} })}>
          {said.showAll}
        </Button>
      )}
    </form>
  );
}
