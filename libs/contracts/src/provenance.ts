/** Where a submission comes from, as the issuer of the token of its CI job signed it (docs/publishing.md). */
export interface Provenance {
  /** The trust by which the job was let in. */
  readonly trust_id: string;
  /** The `iss` claim of the token. */
  readonly issuer: string;
  /** The claims about the job by the names that the issuer gives them: at most 49, each of at most 512 characters. */
  readonly claims: Readonly<Record<string, string>>;
  /** Whether the store shows issuer and claims. */
  readonly public: boolean;
}
/** What the store shows of the provenance of a release. */
export type ListingProvenance = Pick<Provenance, 'issuer' | 'claims'>;
