import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { added, at, removed } from '../../../test/example-installation.js';
import { noticeStream, type NoticeFact } from '../../notification/notice.js';
import { installationStream, type InstallationFact } from '../installation.js';
import { changeCapabilities } from './change-capabilities.js';

const nothing = { records: [], proposals: [], sources: [] };
const change = (version: string) => changeCapabilities.bind(null, { capabilities: nothing, version, at });
const changed = { type: 'CapabilitiesChanged', data: { capabilities: nothing, at } } as const;
const waiting: NoticeFact = {
  type: 'NoticeGiven',
  data: {
    ...{ noticeId: 'ntf_1', organisationId: 'org_1', installationId: 'ins_1', pluginId: 'ir.acme.invoices', at },
    kind: 'update_waiting',
    details: { version: '2.0.0' },
  },
};
const of = (history: readonly InstallationFact[], ...notices: readonly NoticeFact[]) =>
  given({ installation: [installationStream, ...history], notice: [noticeStream, ...notices] });

describe('changeCapabilities', () => {
  it('replaces the capabilities of an active installation', () => {
    of([added])
      .when(change('1.1.0'))
      .thenFactsOf({ installation: [changed] });
  });

  it('ends the notice that the version waits, and no notice of another version', () => {
    of([added], waiting)
      .when(change('1.1.0'))
      .thenFactsOf({ installation: [changed] })
      .when(change('2.0.0'))
      .thenFactsOf({ installation: [changed], notice: [{ type: 'NoticeEnded', data: { at } }] })
      .when(change('2.0.0'))
      .thenFactsOf({ installation: [changed] });
  });

  it('appends no fact when the installation is absent or removed', () => {
    of([]).when(change('2.0.0')).thenFacts();
    of([added, removed], waiting).when(change('2.0.0')).thenFacts();
  });
});
