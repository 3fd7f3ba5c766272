import { queryHandler, respond } from '@kushk/broker';
import { installation, type JsonObject } from '@kushk/contracts';
import { refuse } from '@kushk/decider';
import { Manifests, type ManifestRef } from '../../listing/listing.view.js';
import { StoreCatalogue } from '../../listing/store-catalogue.js';
import { availableUpdate } from '../get-update/available-update.js';
import { Installations } from '../installation.view.js';

/**
 * The manifest that the installation runs with, also when its release is no longer in the store, or that of the version
 * that `getUpdate` shows.
 */
export const GetManifestHandler = queryHandler(
  installation.getManifest,
  { installations: Installations, catalogue: StoreCatalogue, manifests: Manifests },
  async (request, { installations, catalogue, manifests }) => {
    const row = await installations.find(request.installation_id);
    if (row === null || row.organisation_id !== request.organisation_id) return refuse('installation.not_found');
    const { grants, plugin_id, stream_id } = row;
    const update = async (): Promise<ManifestRef | null> =>
      row.pending_version ?? availableUpdate(row, await catalogue.versions(row.organisation_id, plugin_id));
    const isInstalled = request.version === null || request.version === grants.version;
    const ref = isInstalled ? grants : await update();
    if (ref === null || (!isInstalled && ref.version !== request.version))
      return refuse('installation.version_not_found');
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
