import { commandHandler, respond } from '@kushk/broker';
import { installation } from '@kushk/contracts';
import { sealHandle } from '@kushk/credentials';
import { refuse } from '@kushk/decider';
import { CONFIG, newId, realNow } from '@kushk/runtime';
import { Manifests } from '../../listing/listing.view.js';
import { Installations } from '../installation.view.js';
import { originOfPages, refusalOfStatus } from '../page-of-plugin.js';
import { refusalOfPage } from './page-of.js';

/** The lifetime of a page's handle. The shell renews it while the page is open. */
const LIFETIME_SECONDS = 300;

export const IssuePageHandleHandler = commandHandler(
  installation.issuePageHandle,
  { installations: Installations, manifests: Manifests, config: CONFIG },
  async (request, { installations, manifests, config }) => {
    const { organisation_id, installation_id, person_id, session_id, page, record_type } = request;
    const row = await installations.find(installation_id);
    if (row === null || row.organisation_id !== organisation_id) return refuse('installation.not_found');
    const notRunning = refusalOfStatus(row.status);
    if (notRunning !== null) return notRunning;
    const manifest = await manifests.find(row.plugin_id, row.grants);
    const refusal = refusalOfPage(manifest ?? {}, page, record_type);
    if (refusal !== null) return refusal;
    const origin = originOfPages(row, config);
    if (origin === null) return refuse('installation.page_not_found', { ...page });
    const issuedAt = realNow();
    const handle = await sealHandle(config.sealingKeys, {
      id: newId('hnd'),
      ...{ installation_id, person_id, organisation_id, session_id },
      ...{ purpose: 'page', origin, tool: null, call_id: null, read_only: false },
      issued_at: issuedAt.toISOString(),
      expires_at: new Date(issuedAt.getTime() + LIFETIME_SECONDS * 1_000).toISOString(),
    });
    return respond({ handle, expires_in_seconds: LIFETIME_SECONDS });
  },
);
