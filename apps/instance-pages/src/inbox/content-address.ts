import { ofCurrentOrganisation } from '../organisation/organisation-address.js';

/** The address of a source's content, for links and images. */
export function contentAddress(id: string): string {
  return ofCurrentOrganisation(`/instance/v1/sources/${encodeURIComponent(id)}/content`);
}
