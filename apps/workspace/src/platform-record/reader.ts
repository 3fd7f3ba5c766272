/** Who reads records: a person, or with `personId` null a plugin that acts for no person. */
export interface Reader {
  readonly organisationId: string;
  readonly personId: string | null;
}

/** The reader of a request. */
export function readerOf(request: { readonly organisation_id: string; readonly person_id: string | null }): Reader {
  return { organisationId: request.organisation_id, personId: request.person_id };
}
