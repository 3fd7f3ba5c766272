import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { at, expected, installed, parties, removed, requested } from '../../../test/example-installation.js';
import { VERSION_CONFLICT } from '../expected-versions.js';
import { installationStream } from '../installation.js';
import { changeSettings, type ChangeSettings } from './change-settings.js';

const settings = { masked: { label: 'IRR' }, sealed: null, secretPointers: [] };
const command: ChangeSettings = { expected, settings, by: 'per_1', at };

describe('changeSettings', () => {
  it('stores the settings with the next revision number', () => {
    given(installationStream, requested, installed)
      .when((state) => changeSettings(command, state))
      .thenFacts({ type: 'SettingsChanged', data: { ...parties, settings, revision: 2, by: 'per_1', at } })
      .thenState({ settings, settingsRevision: 2 });
  });

  it('rejects the change when the settings changed after the command was prepared', () => {
    given(installationStream, requested, installed)
      .when((state) => changeSettings(command, state))
      .when((state) => changeSettings(command, state))
      .thenRefuses(VERSION_CONFLICT);
  });

  it('rejects an installation that was removed or never existed', () => {
    given(installationStream, requested, removed)
      .when((state) => changeSettings(command, state))
      .thenRefuses('installation.removed');
    given(installationStream)
      .when((state) => changeSettings(command, state))
      .thenRefuses('installation.not_found');
  });
});
