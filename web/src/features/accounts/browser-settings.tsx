import { type MantineColorScheme, NativeSelect, Stack } from '@mantine/core';
import { accountTexts } from '../../texts/en/account.ts';
import { KeysSwitch } from '../../ui/keys-switch.tsx';
import { useScheme } from '../../ui/use-scheme.ts';

const SCHEMES = ['auto', 'light', 'dark'] as const satisfies readonly MantineColorScheme[];

/** Settings that are saved in the browser. They are here too because the navigation on a phone has no room for them. */
export function BrowserSettings() {
  const { colorScheme, setColorScheme } = useScheme();
  return (
    <Stack gap="md" maw={260}>
      <NativeSelect
        label={accountTexts.browser.theme}
        value={colorScheme}
        data={SCHEMES.map((value) => ({ value, label: accountTexts.browser.themes[value] }))}
        onChange={({ currentTarget }) => {
          const chosen = SCHEMES.find((scheme) => scheme === currentTarget.value);
          if (chosen) setColorScheme(chosen);
        }}
      />
      <KeysSwitch />
    </Stack>
  );
}
