import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { at, expected, installed, parties, removed, requested } from '../../../test/example-installation.js';
import { VERSION_CONFLICT } from '../expected-versions.js';
import { installationStream } from '../installation.js';
import { changePlan, type ChangePlan } from './change-plan.js';

const command: ChangePlan = { expected, plan: 'pro', by: 'per_1', at };

describe('changePlan', () => {
  it('activates the requested plan', () => {
    given(installationStream, requested, installed)
      .when((state) => changePlan(command, state))
      .thenFacts({ type: 'PlanChanged', data: { ...parties, plan: 'pro', by: 'per_1', at } })
      .thenState({ grants: { plan: 'pro', version: '1.0.0' } });
  });

  it('changes nothing when the plan is already active', () => {
    given(installationStream, requested)
      .when((state) => changePlan({ ...command, plan: 'basic' }, state))
      .thenFacts();
  });

  it('rejects the change when the installed version changed meanwhile, because the new version may lack the plan', () => {
    given(installationStream, requested, installed)
      .when((state) => changePlan({ ...command, expected: { ...expected, version: '0.9.0' } }, state))
      .thenRefuses(VERSION_CONFLICT);
  });

  it('rejects an installation that was removed or never existed', () => {
    given(installationStream, requested, removed)
      .when((state) => changePlan(command, state))
      .thenRefuses('installation.removed');
    given(installationStream)
      .when((state) => changePlan(command, state))
      .thenRefuses('installation.not_found');
  });
});
