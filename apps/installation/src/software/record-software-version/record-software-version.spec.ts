import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { softwareStream, type SoftwareVersionChanged } from '../software.js';
import { recordSoftwareVersion } from './record-software-version.js';

const at = '2026-11-20T09:00:00.000Z';
const changed = (softwareVersion: string): SoftwareVersionChanged => ({
  type: 'SoftwareVersionChanged',
  data: { softwareVersion, at },
});

describe('record the version of the software', () => {
  it('records the first version, an upgrade and a rollback', () => {
    given(softwareStream)
      .when((software) => recordSoftwareVersion({ softwareVersion: '1.0.0', at }, software))
      .thenFacts(changed('1.0.0'))
      .when((software) => recordSoftwareVersion({ softwareVersion: '1.1.0', at }, software))
      .thenFacts(changed('1.1.0'))
      .when((software) => recordSoftwareVersion({ softwareVersion: '1.0.0', at }, software))
      .thenFacts(changed('1.0.0'));
  });

  it('records nothing at another start of the same version', () => {
    given(softwareStream, changed('1.0.0'))
      .when((software) => recordSoftwareVersion({ softwareVersion: '1.0.0', at }, software))
      .thenFacts();
  });
});
