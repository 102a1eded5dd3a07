import { endpoint } from '../platform/http/endpoint.ts';
import * as contract from './contract.ts';
import { examples } from './examples.ts';
import { readSettings } from './read-settings.ts';
import { saveSettings } from './save-settings.ts';

export const show = endpoint({
  summary: "Your settings, the operator's policy and the safety state; keys are masked",
  answer: contract.Settings,
  example: examples.show,
  handle: ({ user, ...services }) => readSettings(services, user.id),
});

export const save = endpoint({
  summary: 'Change some of your settings: what is left out stays, and so does a key of which the mask is sent back',
  body: contract.SettingsChange,
  answer: contract.Settings,
  example: examples.save,
  problems: ['invalid_settings'],
  async handle({ user, body, ...services }) {
    await saveSettings(services, user.id, body);
    return readSettings(services, user.id);
  },
});
