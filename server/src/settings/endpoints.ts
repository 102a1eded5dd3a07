import { endpoint } from '../platform/http/endpoint.ts';
import * as contract from './contract.ts';
import { readSettings } from './read-settings.ts';
import { saveSettings } from './save-settings.ts';

export const show = endpoint({
  summary: "Get your settings, the operator's policy and the safety state; keys are masked",
  description: '`policy` is what the operator of the server allows.',
  response: contract.Settings,
  handle: ({ user, ...services }) => readSettings(services, user.id),
});

export const save = endpoint({
  summary: 'Change some of your settings; omitted ones stay, and so does a key if its mask is sent back',
  description: 'Keys are stored encrypted. `null` or an empty text deletes a key.',
  body: contract.SettingsChange,
  response: contract.Settings,
  errors: ['invalid_settings'],
  async handle({ user, body, ...services }) {
    await saveSettings(services, user.id, body);
    return readSettings(services, user.id);
  },
});
