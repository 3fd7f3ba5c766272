import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { at, member, submitted } from '../../../test/example-source.js';
import { sourceStream } from '../source.js';
import { dismissSource } from './dismiss-source.js';

const command = { organisationId: 'org_1', person: member, at, reason: 'تکراری است' };

describe('dismissSource', () => {
  it('closes the review with the reason and frees the bytes of the content, once', () => {
    given({ source: [sourceStream, submitted()] as const })
      .when((states) => dismissSource(command, states))
      .thenFactsMatch(
        { type: 'SourceDismissed', data: { by: 'per_1', reason: 'تکراری است' } },
        { type: 'SourceReviewCounted', data: { freedBytes: 1_000 } },
      )
      .thenState({ source: { status: 'dismissed' } });
  });

  it('hides a source of another organisation', () => {
    given({ source: [sourceStream, submitted()] as const })
      .when((states) => dismissSource({ ...command, organisationId: 'org_2' }, states))
      .thenRefuses('source.not_found');
  });
});
