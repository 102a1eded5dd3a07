import { expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { SETTINGS } from './settings.ts';
import { findRetiredSettings, findUnknownSettings } from './unknown-settings.ts';

test.each([
  ['APP_PROT', 'APP_PORT'],
  ['APP_POR', 'APP_PORT'],
  ['app_port', 'APP_PORT'],
  ['LECTERN_APP_PORT', 'APP_PORT'],
  ['DATABSE_URL', 'DATABASE_URL'],
  ['SECRET_KEY_FILE', 'SECRETS_KEY_FILE'],
  ['APP_PORT_FILE', 'APP_PORT'],
  ['LECTERN_SECRETS_KEY_FILE', 'SECRETS_KEY_FILE'],
  ['database_url_file', 'DATABASE_URL_FILE'],
  ['LECTERN_PORT', null],
  ['SESSION_COOKIES_SECURE', 'SESSION_COOKIE_SECURE'],
  ['INGESTION_REQUEST_DELAY_SECONDS', 'INGESTION_MIN_REQUEST_DELAY_SECONDS'],
  ['LECTERN_COLOR', null],
  ['INGESTION_SOMETHING_ELSE', null],
])('%s is reported', (name, meant) => {
  expect(findUnknownSettings({ [name]: '1' })).toEqual([{ name, meant }]);
});

test('settings, their files, and variables of other programs are not reported', () => {
  const others = [
    'SECRETS_KEY_FILE',
    'LECTERN_IMAGE',
    'POSTGRES_PASSWORD',
    'POSTGRES_HOST',
    'APP_HOME',
    'APP_NAME',
    'LOG_FILE',
    'HOME',
    'PATH',
    'NODE_ENV',
    'npm_config_cache',
    'XDG_DATA_DIRS',
    'SCHEDULER_PORT',
    // of a container platform, for a service named "lectern"
    'LECTERN_SERVICE_HOST',
    'LECTERN_SERVICE_PORT_HTTP',
    'LECTERN_PORT_8000_TCP',
    'LECTERN_PORT_8000_TCP_ADDR',
  ];
  const names = [...Object.keys(SETTINGS), ...others];
  const variables = Object.fromEntries(names.map((name) => [name, '1']));
  expect(findUnknownSettings({ ...variables, LECTERN_PORT: 'tcp://10.0.0.1:8000' })).toEqual([]);
});

test('settings without effect are accepted with any value, and named', () => {
  const variables = {
    PDF_AUTO_RETRY_MAX_ATTEMPTS: 'never',
    INGESTION_NETWORK_ERROR_RETRIES: '',
    STREAMS_PER_USER: '0',
  };
  expect(readConfig(variables)).toEqual(readConfig({}));
  expect(findUnknownSettings(variables)).toEqual([]);
  expect(findRetiredSettings(variables)).toEqual(['PDF_AUTO_RETRY_MAX_ATTEMPTS', 'STREAMS_PER_USER']);
});
