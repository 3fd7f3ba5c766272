import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { added, removed } from '../../../test/example-installation.js';
import { installationStream, type InstallationFact } from '../../installation/installation.js';
import { noticeStream } from '../notice.js';
import { giveNotice } from './give-notice.js';

const low = {
  noticeId: 'ntf_1',
  installationId: 'ins_1',
  kind: 'wallet_low',
  details: { available: '3', threshold: '5' },
  at: '2026-11-20T08:00:00.000Z',
} as const;
const give = (overrides: object = {}) => giveNotice.bind(null, { ...low, now: low.at, ...overrides });
const parties = { organisationId: 'org_1', pluginId: 'ir.acme.invoices' };
const of = (...history: readonly InstallationFact[]) =>
  given({ installation: [installationStream, ...history], notice: [noticeStream] });

describe('giveNotice', () => {
  it('notifies once of a fact that is delivered twice, and again when it happens again', () => {
    const later = { noticeId: 'ntf_2', at: '2026-11-20T09:00:00.000Z' };
    of(added)
      .when(give())
      .thenFactsOf({ notice: [{ type: 'NoticeGiven', data: { ...low, ...parties } }] })
      .when(give({ noticeId: 'ntf_9' }))
      .thenFacts()
      .when(give({ ...later, now: later.at }))
      .thenFactsOf({ notice: [{ type: 'NoticeGiven', data: { ...low, ...parties, ...later } }] })
      .when(give({ noticeId: 'ntf_9' }))
      .thenFacts();
  });

  it('notifies of no fact that is older than seven days when it arrives', () => {
    of(added)
      .when(give({ now: '2026-11-27T08:00:00.001Z' }))
      .thenFacts()
      .when(give({ now: '2026-11-27T08:00:00.000Z' }))
      .thenFactsMatch({ type: 'NoticeGiven' });
  });

  it('gives no notice about an installation that is absent or removed', () => {
    of().when(give()).thenFacts();
    of(added, removed).when(give()).thenFacts();
  });
});
