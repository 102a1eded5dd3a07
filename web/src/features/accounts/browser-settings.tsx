import { NativeSelect, Stack } from '@mantine/core';
import { accountTexts } from '../../texts/en/account.ts';
import { KeysSwitch } from '../../ui/keys-switch.tsx';
import { type Scheme, useScheme } from '../../ui/use-scheme.ts';

const SCHEMES = ['auto', 'light', 'dark'] as const satisfies readonly Scheme[];

/** Settings that are saved in the browser. They are here too because the navigation on a phone has no room for them. */
export function BrowserSettings() {
  const [scheme, setScheme] = useScheme();
  return (
    <Stack gap="md" maw={260}>
      <NativeSelect
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
