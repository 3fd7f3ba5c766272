import { workspaceSourceFacts } from '@kushk/contracts';
import { feedHandler } from '../append-event/append-event.handler.js';
import { sourceData } from './source-data.js';

const reaction = 'on-source-reviewed';

export const OnSourceReviewedHandler = feedHandler(workspaceSourceFacts.sourceReviewed, { reaction }, (data) => ({
  eventType: 'plugin.source.reviewed',
  data: sourceData(data),
}));
