import { queryHandler, respond } from '@kushk/broker';
import { workspaceSources } from '@kushk/contracts';
import { refuse } from '@kushk/decider';
import { ContentStore, SEGMENT_BYTES } from '../../content/content-store.js';
import { Sources } from '../source.view.js';

export const ReadContentHandler = queryHandler(
  workspaceSources.readContent,
  { sources: Sources, contents: ContentStore },
  async ({ organisation_id: organisationId, person_id, source_id, offset }, { sources, contents }) => {
    const row = await sources.find(organisationId, person_id, source_id);
    if (row === null) return refuse('source.not_found');
    if (offset % SEGMENT_BYTES !== 0 || offset < 0 || offset >= Math.max(row.size, 1))
      throw new RangeError('content is read in whole segments');
    const data = await contents.readSegment({ organisationId, digest: row.digest }, offset);
    if (data === null) return refuse('source.content_deleted');
    const next = offset + SEGMENT_BYTES;
    return respond({ data: data.toString('base64'), next_offset: next < row.size ? next : null });
  },
);
