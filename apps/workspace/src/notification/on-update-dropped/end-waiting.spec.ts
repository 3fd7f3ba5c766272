import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { noticeStream, type NoticeFact } from '../notice.js';
import { endWaiting } from './end-waiting.js';

const at = '2026-11-20T08:00:00.000Z';
const waiting: NoticeFact = {
  type: 'NoticeGiven',
  data: {
    ...{ noticeId: 'ntf_1', organisationId: 'org_1', installationId: 'ins_1', pluginId: 'ir.acme.invoices', at },
    kind: 'update_waiting',
    details: { version: '2.0.0' },
  },
};
const drop = (version: string) => endWaiting.bind(null, { version, at });

describe('endWaiting', () => {
  it('ends the notice of this version once, and no other', () => {
    given(noticeStream, waiting)
      .when(drop('1.9.0'))
      .thenFacts()
      .when(drop('2.0.0'))
      .thenFacts({ type: 'NoticeEnded', data: { at } })
      .when(drop('2.0.0'))
      .thenFacts();
  });

  it('appends no fact when nothing waited', () => {
    given(noticeStream).when(drop('2.0.0')).thenFacts();
  });
});
