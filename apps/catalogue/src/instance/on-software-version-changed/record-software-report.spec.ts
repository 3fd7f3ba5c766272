import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { instanceSoftwareStream, type SoftwareVersionReported } from '../instance-software.js';
import { recordSoftwareReport } from './record-software-report.js';

const at = '2026-11-20T09:00:00.000Z';
const reported = (softwareVersion: string): SoftwareVersionReported => ({
  type: 'SoftwareVersionReported',
  data: { softwareVersion, at },
});

describe('record a report of the software', () => {
  it('records the first version, and each change', () => {
    given(instanceSoftwareStream)
      .when((software) => recordSoftwareReport({ softwareVersion: '1.0.0', at }, software))
      .thenFacts(reported('1.0.0'))
      .when((software) => recordSoftwareReport({ softwareVersion: '1.1.0-rc.1+5f3', at }, software))
      .thenFacts(reported('1.1.0-rc.1+5f3'));
  });

  it.each([['1.0.0'], [''], ['1'.repeat(65)], ['1.0.0 \u202e'], ['<img>']])('ignores %j after 1.0.0', (version) => {
    given(instanceSoftwareStream, reported('1.0.0'))
      .when((software) => recordSoftwareReport({ softwareVersion: version, at }, software))
      .thenFacts();
  });
});
