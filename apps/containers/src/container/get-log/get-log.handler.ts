import { queryHandler, respond } from '@kushk/broker';
import { containers } from '@kushk/contracts';
import { refuse } from '@kushk/decider';
import { ENGINE } from '../../engine/container-engine.js';
import { Containers } from '../container.view.js';

const BOUNDS = { lines: 1_000, bytes: 256 * 1024 };

export const GetLogHandler = queryHandler(
  containers.getLog,
  { rows: Containers, engine: ENGINE },
  async (request, { rows, engine }) => {
    const { organisation_id, installation_id } = request;
    const row = await rows.find(installation_id);
    if (row?.organisation_id !== organisation_id) return refuse('installation.not_found');
    return respond(await engine.log(installation_id, BOUNDS));
  },
);
