import { queryHandler, respond } from '@kushk/broker';
import { catalogueMembers } from '@kushk/contracts';
import { PublisherMembers } from '../members.view.js';

export const ListPublishersOfPersonHandler = queryHandler(
  catalogueMembers.publishersOf,
  { members: PublisherMembers },
  async ({ subject }, { members }) => respond({ publishers: await members.publishersOf(subject) }),
);
