import { queryHandler, respond } from '@kushk/broker';
import { keyAfterCursor, pageOf, workspaceSources } from '@kushk/contracts';
import { refuse } from '@kushk/decider';
import { Sources, sourceRowToWire } from '../source.view.js';

/** Lists the sources of an installation for its plugin. */
export const ListSourcesOfPluginHandler = queryHandler(
  workspaceSources.listSourcesOfPlugin,
  { sources: Sources },
  async (request, { sources }) => {
    const { status, limit } = request;
    const start = keyAfterCursor(request.cursor);
    if (start === undefined) return refuse('cursor.invalid');
    const read = await sources.ofPlugin(request, { status, start, limit });
    return respond(pageOf(read, { keyOf: (row) => row.stream_id, itemOf: sourceRowToWire }));
  },
);
