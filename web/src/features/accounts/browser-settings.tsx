import { accountTexts } from '../../texts/en/account.ts';
import { KeysSwitch } from '../../ui/keys-switch.tsx';
import { Stack } from '../../ui/layout.tsx';
import { Select } from '../../ui/select.tsx';
import { type Scheme, useScheme } from '../../ui/use-scheme.ts';
import classes from './account-list.module.css';

const SCHEMES = ['auto', 'light', 'dark'] as const satisfies readonly Scheme[];

/** Settings that are saved in the browser. They are here too because the navigation on a phone has no room for them. */
export function BrowserSettings() {
  const [scheme, setScheme] = useScheme();
  return (
    <Stack className={classes.browser}>
      <Select
        label={accountTexts.browser.theme}
        value={scheme}
        data={SCHEMES.map((value) => ({ value, label: accountTexts.browser.themes[value] }))}
        onChange={({ currentTarget }) => {
          const chosen = SCHEMES.find((known) => known === currentTarget.value);
          if (chosen) setScheme(chosen);
        }}
      />
      <KeysSwitch />
    </Stack>
  );
}
