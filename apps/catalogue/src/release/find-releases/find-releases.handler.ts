import { queryHandler, respond } from '@kushk/broker';
import { catalogue, isStorableText, keyAfterCursor, pageOf } from '@kushk/contracts';
import { refuse } from '@kushk/decider';
import { FoundReleases } from './found-releases.view.js';

export const FindReleasesHandler = queryHandler(
  catalogue.findReleases,
  { releases: FoundReleases },
  async ({ limit, cursor, ...filter }, { releases }) => {
    const after = keyAfterCursor(cursor);
    if (after === undefined || (after !== null && !isStorableText(after))) return refuse('cursor.invalid');
    const found = await releases.page(filter, { after, limit });
    return respond(pageOf(found, { keyOf: ({ key }) => key, itemOf: ({ release }) => release }));
  },
);
