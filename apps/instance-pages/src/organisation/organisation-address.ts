import { currentOrganisation } from '@kushk/api-client';

/** The address for links, images and frames, which send no header, with the organisation that the person works in. */
export function ofCurrentOrganisation(path: string): string {
  const organisation = currentOrganisation();
  return organisation === null ? path : `${path}?organisation=${encodeURIComponent(organisation)}`;
}
