import { type MantineColorScheme, NativeSelect, Stack } from '@mantine/core';
import { accountTexts } from '../../texts/en/account.ts';
import { texts as common } from '../../texts/en.ts';
import { KeysSwitch } from '../../ui/keys-switch.tsx';
import { useScheme } from '../../ui/use-scheme.ts';

const SCHEMES = ['auto', 'light', 'dark'] as const satisfies readonly MantineColorScheme[];

/** What each browser keeps for itself. On a phone the navigation has no room for it. */
export function BrowserSettings() {
  const { colorScheme, setColorScheme } = useScheme();
  return (
    <Stack gap="md" maw={260}>
      <NativeSelect
        label={accountTexts.browser.scheme}
        value={colorScheme}
        data={SCHEMES.map((value) => ({ value, label: common.nav.scheme[value] }))}
        onChange={({ currentTarget }) => {
          const chosen = SCHEMES.find((scheme) => scheme === currentTarget.value);
          if (chosen) setColorScheme(chosen);
        }}
      />
      <KeysSwitch />
    </Stack>
  );
}
