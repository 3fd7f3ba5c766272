import { pageHandler, respond } from '@kushk/broker';
import { pageOf, workspaceSources } from '@kushk/contracts';
import { Sources, sourceRowToWire } from '../source.view.js';

/** Lists the sources of an installation for its plugin. */
export const ListSourcesOfPluginHandler = pageHandler(
  workspaceSources.listSourcesOfPlugin,
  { sources: Sources },
  async (request, { sources }, start) => {
    const { status, limit } = request;
    const read = await sources.ofPlugin(request, { status, start, limit });
    return respond(pageOf(read, { keyOf: (row) => row.stream_id, itemOf: sourceRowToWire }));
  },
);
