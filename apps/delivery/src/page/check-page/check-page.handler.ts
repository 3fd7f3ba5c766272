import { queryHandler, respond } from '@kushk/broker';
import { delivery } from '@kushk/contracts';
import { refuse } from '@kushk/decider';
import { Endpoints } from '../../endpoint/endpoint.view.js';
import { PageChecker } from './page-checker.js';

export const CheckPageHandler = queryHandler(
  delivery.checkPage,
  { checker: PageChecker, endpoints: Endpoints },
  async ({ organisation_id, installation_id, url, embedder_origin }, { checker, endpoints }) => {
    if (!(await endpoints.belongsTo(installation_id, organisation_id))) return refuse('installation.not_found');
    const result = await checker.check({ url, embedder: embedder_origin });
    return result === 'busy' ? refuse('service.unavailable') : respond(result);
  },
);
