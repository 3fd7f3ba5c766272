import { pageHandler, respond } from '@kushk/broker';
import { catalogue, isStorableText, pageOf } from '@kushk/contracts';
import { refuse } from '@kushk/decider';
import { FoundReleases } from './found-releases.view.js';

export const FindReleasesHandler = pageHandler(
  catalogue.findReleases,
  { releases: FoundReleases },
  async ({ limit, ...filter }, { releases }, after) => {
    if (after !== null && !isStorableText(after)) return refuse('cursor.invalid');
    const found = await releases.page(filter, { after, limit });
    return respond(pageOf(found, { keyOf: ({ key }) => key, itemOf: ({ release }) => release }));
  },
);
