import { queryHandler, respond } from '@kushk/broker';
import { installation, type JsonObject } from '@kushk/contracts';
import { refuse } from '@kushk/decider';
import { Manifests } from '../../listing/listing.view.js';
import { Installations } from '../installation.view.js';

/** The manifest that the installation runs with, also when its release is no longer in the store. */
export const GetManifestHandler = queryHandler(
  installation.getManifest,
  { installations: Installations, manifests: Manifests },
  async (request, { installations, manifests }) => {
    const row = await installations.find(request.installation_id);
    if (row === null || row.organisation_id !== request.organisation_id) return refuse('installation.not_found');
    const { grants, pending_version, plugin_id, stream_id } = row;
    const known = pending_version === null ? [grants] : [grants, pending_version];
    const ref = known.find(({ version }) => version === (request.version ?? grants.version));
    if (ref === undefined) return refuse('installation.version_not_found');
    const manifest = await manifests.find(plugin_id, ref);
    if (manifest === null) throw new Error(`no manifest of ${plugin_id}@${ref.version}`);
    return respond({
      installation_id: stream_id,
      plugin_id,
      version: ref.version,
      manifest: manifest as unknown as JsonObject,
    });
  },
);
