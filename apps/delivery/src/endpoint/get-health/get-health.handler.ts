import { queryHandler, respond } from '@kushk/broker';
import { delivery } from '@kushk/contracts';
import { refuse } from '@kushk/decider';
import { Endpoints } from '../endpoint.view.js';
import { Health } from './health.view.js';

/** Returns the health of the calls to a plugin. Rejects with "not found" for an installation of others. */
export const GetHealthHandler = queryHandler(
  delivery.getHealth,
  { health: Health, endpoints: Endpoints },
  async ({ organisation_id, installation_id }, { health, endpoints }) => {
    if (!(await endpoints.belongsTo(installation_id, organisation_id))) return refuse('installation.not_found');
    return respond(await health.of(installation_id));
  },
);
