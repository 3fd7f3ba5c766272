import { expect } from '@jest/globals';
import { review } from '@kushk/contracts';
import { describeRecordedLogs } from '@kushk/testing/describe-recorded-log';
import { reviewStream } from './review/review.js';
import { reviewStore } from './store.module.js';
import { ReviewModule } from './review.module.js';

const NEW = 'the last release does not have it';

describeRecordedLogs({
  name: 'review',
  module: ReviewModule,
  store: reviewStore,
  logs: new URL('../test/logs/', import.meta.url),
  lacks: {
    'review ChangesRequested': NEW,
    'review PublisherCommented': NEW,
    'review RejectionAppealed': NEW,
  },
  async expectServed(service, log) {
    const { items } = await service.reply(review.listReviews, { status: null, limit: 100, cursor: null });
    const statuses = [...log.statesOf(reviewStream).values()].map(({ status }) => status);
    expect(items.map(({ status }) => status).sort()).toEqual(statuses.sort());
  },
});
