/** Durations of leases in milliseconds (docs/adr/0024-leases-at-the-gateways.md). */

/**
 * After this time every lease that was granted before has ended, whether or not its holder received the revocation. It
 * is longer than `LEASE_MS`, because the clocks of two hosts do not run at exactly the same rate.
 */
export const REVOCATION_WAIT_MS = 2_000;
/** How long a process of the service grants leases to a holder without checking that the holder is still listed. */
export const LISTING_CHECK_MS = 1_000;
/** A revocation of more subjects revokes everything, so that its message stays small. */
export const MAX_REVOKED_SUBJECTS = 1_000;
