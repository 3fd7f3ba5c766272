import { queryHandler, respond } from '@kushk/broker';
import { workspaceSources } from '@kushk/contracts';
import { refuse } from '@kushk/decider';
import { Sources, sourceRowToWire } from '../source.view.js';

export const GetSourceOfPluginHandler = queryHandler(
  workspaceSources.getSourceOfPlugin,
  { sources: Sources },
  async (request, { sources }) => {
    const row = await sources.findOfPlugin(request, request.source_id);
    return row === null ? refuse('source.not_found') : respond(sourceRowToWire(row));
  },
);
