/** Which facts of the installation service are in the audit (docs/reference/audit.md). */
import { audited, auditOf, clockAudit, notAudited, unaudited, type AnyAudit } from '@kushk/audit';
import { accessAttemptsStream } from '../access/access-attempts.js';
import { accessStream } from '../access/access.js';
import { deprecationStream } from '../deprecation/deprecation.js';
import { installationStream } from '../installation/installation.js';
import { listingStream } from '../listing/listing.js';
import { reservationStream } from '../reservation/reservation.js';
import { rolloutStream } from '../rollout/rollout.js';
import { softwareStream } from '../software/software.js';
import { statusStatementStream } from '../status-statement/status-statement.js';

const OF_HUB = 'the hub decided it, and its audit has it';

export const installationAudits: readonly AnyAudit[] = [
  auditOf(installationStream, {
    about: (installation, { id }) =>
      installation.status === 'absent'
        ? null
        : {
            subject: { type: 'installation', id, name: installation.pluginId },
            organisationId: installation.organisationId,
            installationId: id,
          },
    facts: {
      InstallationRequested: audited('installation.requested', ({ data: { grants } }) => ({
        details: { version: grants.version, plan: grants.plan, scopes: grants.scopes },
      })),
      ReadinessConfirmed: notAudited('a step of the installation that nobody decides'),
      CredentialsReplaced: audited('installation.reconnected'),
      CredentialsReleased: notAudited('a step of the installation that nobody decides'),
      PluginInstalled: audited('installation.installed', ({ data: { via } }) => ({ details: { credentials_by: via } })),
      InstallationPaused: audited('installation.paused'),
      InstallationResumed: audited('installation.resumed'),
      InstallationSuspended: audited('installation.suspended'),
      SuspensionLifted: audited('installation.suspension_lifted'),
      ConsentRequested: audited('installation.consent_requested', ({ data: { version, additionalScopes } }) => ({
        details: { version, additional_scopes: additionalScopes },
      })),
      UpdateReported: notAudited('installation.consent_requested has it'),
      UpdateDropped: notAudited('installation.version_declined has it, or the next version'),
      ConsentRequestWithdrawn: notAudited('the next version, or the decision of an admin, is in the audit'),
      VersionDeclined: audited('installation.version_declined', ({ data: { version } }) => ({ details: { version } })),
      VersionReopened: audited('installation.version_reopened', ({ data: { version } }) => ({ details: { version } })),
      VersionChanged: audited('installation.version_changed', ({ data: { grants } }) => ({
        details: { version: grants.version, plan: grants.plan, scopes: grants.scopes },
      })),
      UpdatePolicyChanged: audited('installation.update_policy_changed', ({ data: { channel, follow } }) => ({
        details: { channel, follow },
      })),
      MoveStarted: audited('installation.move_started', ({ data: { grants } }) => ({
        details: { version: grants.version },
      })),
      MoveAbandoned: audited('installation.move_abandoned', ({ data: { version, reason } }) => ({
        details: { version, reason },
      })),
      RenewalStarted: audited('installation.credentials_renewed'),
      RenewalAbandoned: notAudited('nobody decides it, and the state of the container shows which version failed'),
      RenewalCompleted: audited('installation.credentials_taken', ({ data: { via } }) => ({
        details: { credentials_by: via },
      })),
      TokenRotated: audited('installation.token_rotated', ({ data: { previousUntil } }) => ({
        details: { previous_until: previousUntil },
      })),
      SigningSecretRotated: audited('installation.signing_secret_rotated', ({ data: { previousUntil } }) => ({
        details: { previous_until: previousUntil },
      })),
      // Neither the values nor the names: a person may paste a secret into a setting that is not marked as one.
      SettingsChanged: audited('installation.settings_changed', ({ data: { revision } }) => ({
        details: { revision },
      })),
      PlanChanged: audited('installation.plan_changed', ({ data: { plan } }) => ({ details: { plan } })),
      InstallationRemoved: audited('installation.removed'),
    },
  }),
  unaudited(reservationStream, {
    ReservationMade: 'installation.requested has it',
    ReservationReleased: 'installation.removed has it',
  }),
  auditOf(listingStream, {
    about: (listing, { id }) =>
      listing.status === 'absent' || listing.source === 'hub'
        ? null
        : { subject: { type: 'release', id, name: id }, organisationId: null },
    facts: {
      ListingAccepted: audited('release.published_for_development'),
      ListingRefused: notAudited('the response to the request has the reason'),
      ListingDeferralEnded: notAudited(OF_HUB),
      ListingSuspended: notAudited(OF_HUB),
      ListingResumed: notAudited(OF_HUB),
      ListingWithdrawn: notAudited(OF_HUB),
    },
  }),
  auditOf(accessStream, {
    about: (access) =>
      access.status === 'absent'
        ? null
        : {
            subject: { type: 'plugin', id: access.pluginId, name: access.pluginId },
            organisationId: access.organisationId,
          },
    facts: {
      AccessRequested: notAudited('access.granted has it, and a rejected code gives no access'),
      AccessGranted: audited('access.granted', ({ data: { last4 } }) => ({ details: { code_last4: last4 } })),
      AccessEnded: audited('access.ended'),
    },
  }),
  unaudited(accessAttemptsStream, { AccessCodeRefused: 'the response to the request says it' }),
  unaudited(statusStatementStream, {
    StatusAccepted: OF_HUB,
    StatusApplied: OF_HUB,
    StatementRefused: 'the release has its evaluation by every instance',
  }),
  clockAudit,
  unaudited(deprecationStream, {
    DeprecationAccepted: 'the hub has it',
    DeprecationEnded: 'the hub has it',
  }),
  unaudited(rolloutStream, { RolloutStated: 'the hub has it' }),
  unaudited(softwareStream, { SoftwareVersionChanged: 'nobody decides it, and the hub shows the version' }),
];
