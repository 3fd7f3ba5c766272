import type { ListedVersion, ManifestRef } from '../../listing/listing.view.js';
import { isUpdate } from '../follow-version/follow-version.js';
import { manifestRefOf } from '../follow-version/version-preparation.js';
import { availableVersion, followerOf } from '../follow-version/version-to-follow.js';
import type { InstallationRow } from '../installation.view.js';

/** The version to which an admin may move the installation; a rollout need not have reached it. Null without one. */
export function availableUpdate(row: InstallationRow, listed: readonly ListedVersion[]): ManifestRef | null {
  const available = availableVersion(listed, followerOf(row));
  if (available === null) return null;
  const ref = manifestRefOf(available);
  return isUpdate(ref, row.grants) ? ref : null;
}
