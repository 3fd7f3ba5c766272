import { currentOrganisation } from '@kushk/api-client';

/** The address of a source's content, for links and images, which send no header. */
export function contentAddress(id: string): string {
  const organisation = currentOrganisation();
  const query = organisation === null ? '' : `?organisation=${encodeURIComponent(organisation)}`;
  return `/instance/v1/sources/${encodeURIComponent(id)}/content${query}`;
}
