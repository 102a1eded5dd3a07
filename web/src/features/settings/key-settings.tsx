import type { Settings } from '../../api/shapes.ts';
import { settingsTexts } from '../../texts/en/settings.ts';
import { Text } from '../../ui/text.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { SecretField } from './secret-field.tsx';
import type { SettingsDraft } from './settings-draft.ts';
import classes from './settings-form.module.css';

const texts = settingsTexts.keys;
const SECRETS = ['openalex_api_key', 'crossref_api_token'] as const;
const EMAILS = ['crossref_api_mailto', 'unpaywall_email'] as const;
const ADDRESSES = ['link_resolver', 'proxy_prefix'] as const;

const describe = (problem: string | undefined) => problem && texts.problem(problem);

interface KeySettingsProps {
  readonly settings: Settings;
  readonly form: SettingsDraft;
  readonly problems: Readonly<Record<string, string>>;
}

/** API keys and email addresses for the user's own lookups. */
export function KeySettings({ settings, form, problems }: KeySettingsProps) {
  return (
    <section className={classes.section} aria-labelledby="keys">
      <h2 id="keys">{texts.title}</h2>
      <Text tone="quiet">{texts.hint}</Text>
      {SECRETS.map((name) => (
        <SecretField
          // reset the field when another key is stored
          key={`${name} ${settings[name]}`}
          {...texts.fields[name]}
          stored={settings[name]}
          typed={form.draft[name]}
          error={describe(problems[name])}
          onChange={(typed) => (typed === undefined ? form.forget(name) : form.change({ [name]: typed }))}
        />
      ))}
      {EMAILS.map((name) => (
        <TextInput
          key={name}
          type="email"
          autoComplete="email"
          label={texts.fields[name].label}
          hint={texts.fields[name].hint}
          placeholder={texts.notSet}
          value={form.draft[name] ?? settings[name] ?? ''}
          error={describe(problems[name])}
          onChange={({ currentTarget }) => form.change({ [name]: currentTarget.value })}
        />
      ))}
    </section>
  );
}

/** Where the user gets papers that are not free. What the operator set is shown where the user set nothing. */
export function LibrarySettings({ settings, form, problems }: KeySettingsProps) {
  return (
    <section className={classes.section} aria-labelledby="at-library">
      <h2 id="at-library">{settingsTexts.atLibrary.title}</h2>
      <Text tone="quiet">{settingsTexts.atLibrary.hint}</Text>
      {ADDRESSES.map((name) => (
        <TextInput
          key={name}
          type="url"
          {...settingsTexts.atLibrary.fields[name]}
          placeholder={settings.policy[name] ?? texts.notSet}
          value={form.draft[name] ?? settings[name] ?? ''}
          error={describe(problems[name])}
          onChange={({ currentTarget }) => form.change({ [name]: currentTarget.value })}
        />
      ))}
    </section>
  );
}
