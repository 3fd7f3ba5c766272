/** Which facts of the catalogue are in the audit (docs/reference/audit.md). */
import { audited, auditOf, clockAudit, notAudited, staffAudits, unaudited, type AnyAudit } from '@kushk/audit';
import { personPreferencesStream, personSessionStream, personViewsStream } from '@kushk/person-session';
import { accessCodeStream } from '../access-code/access-code.js';
import { accessStream } from '../access-code/access.js';
import { deprecationStream } from '../deprecation/deprecation.js';
import { evaluationStream } from '../evaluation/evaluation.js';
import { instanceSoftwareStream } from '../instance/instance-software.js';
import { instanceStream } from '../instance/instance.js';
import { keyStream } from '../key/key.js';
import { memberStream } from '../member/member.js';
import { notificationReaderStream } from '../notification/notification-reader.js';
import { pluginStream } from '../plugin/plugin.js';
import { publisherStream } from '../publisher/publisher.js';
import { publisherQuotaStream } from '../publisher/publisher-quota.js';
import { releaseStream } from '../release/release.js';
import { rolloutStream } from '../rollout/rollout.js';
import { installationUsageStream } from '../usage/installation-usage.js';
import { usageStream } from '../usage/usage-report.js';
import { trustStream } from '../trust/trust.js';
import { usageStatementStream } from '../usage-statement/usage-statement.js';

const OF_REVIEW = 'the review service has it';
const OF_RELEASE = 'the release has it';
const OF_PERSON = 'people see their own sessions';
const OF_USAGE = 'a report that no person decides';
const OF_STATEMENT = 'the hub closes every month by itself';

const SYSTEM = { kind: 'system', id: 'system', name: null } as const;

const publisherAudits: readonly AnyAudit[] = [
  auditOf(publisherStream, {
    about: (publisher, { id }) =>
      publisher.status === 'absent'
        ? null
        : { subject: { type: 'publisher', id, name: publisher.name }, organisationId: null },
    facts: { PublisherAdded: audited('publisher.added') },
  }),
  auditOf(memberStream, {
    about: (member, { id }) =>
      member.status === 'absent'
        ? null
        : { subject: { type: 'publisher_member', id, name: member.name }, organisationId: null },
    facts: {
      MemberAdded: audited('publisher_member.added', ({ data: { publisherId, subject } }) => ({
        details: { publisher_id: publisherId, subject },
      })),
      MemberRemoved: audited('publisher_member.removed', (_fact, member) => ({
        details: member.status === 'absent' ? {} : { publisher_id: member.publisherId, subject: member.subject },
      })),
    },
  }),
  auditOf(keyStream, {
    about: (key, { id }) =>
      key.status === 'absent' ? null : { subject: { type: 'key', id, name: key.label }, organisationId: null },
    facts: {
      KeyIssued: audited('key.issued', ({ data: { publisherId, expiresAt, purpose, scopes, pluginId, exchange } }) => ({
        details: {
          publisher_id: publisherId,
          expires_at: expiresAt,
          ...(purpose !== undefined && { purpose }),
          ...(scopes !== undefined && { scopes }),
          ...(pluginId !== undefined && { plugin_id: pluginId }),
          ...(exchange !== undefined && { trust_id: exchange.trustId, claims: exchange.claims }),
        },
      })),
      KeyRevoked: audited('key.revoked', (_fact, key) => ({
        details: key.status === 'absent' ? {} : { publisher_id: key.publisherId },
      })),
    },
  }),
  auditOf(accessCodeStream, {
    about: (code, { id }) =>
      code.status === 'absent'
        ? null
        : { subject: { type: 'access_code', id, name: code.label }, organisationId: null },
    facts: {
      AccessCodeCreated: audited('access_code.created', ({ data: { publisherId, pluginId, last4, uses } }) => ({
        details: { publisher_id: publisherId, plugin_id: pluginId, last4, uses },
      })),
      AccessCodeUsed: audited('access_code.used', (_fact, code) => ({
        details: code.status === 'absent' ? {} : { plugin_id: code.pluginId, last4: code.last4 },
      })),
      AccessCodeEnded: audited('access_code.ended', (_fact, code) => ({
        details: code.status === 'absent' ? {} : { plugin_id: code.pluginId, last4: code.last4 },
      })),
    },
  }),
  auditOf(trustStream, {
    about: (trust, { id }) =>
      trust.status === 'absent' ? null : { subject: { type: 'trust', id, name: trust.issuer }, organisationId: null },
    facts: {
      TrustAdded: audited('trust.added', ({ data: { publisherId, pluginId, scopes, claims, expiresAt } }) => ({
        details: { publisher_id: publisherId, plugin_id: pluginId, scopes, claims, expires_at: expiresAt },
      })),
      TrustEnded: audited('trust.ended', (_fact, trust) => ({
        details: trust.status === 'absent' ? {} : { publisher_id: trust.publisherId, plugin_id: trust.pluginId },
      })),
    },
  }),
];

const releaseAudits: readonly AnyAudit[] = [
  auditOf(releaseStream, {
    about: (_release, { id }) => ({ subject: { type: 'release', id, name: id }, organisationId: null }),
    facts: {
      ReleaseSubmitted: audited('release.submitted', ({ data: { publisherId, requestedTier, returned } }) => ({
        details: {
          publisher_id: publisherId,
          requested_tier: requestedTier,
          ...(returned !== undefined && { returned_from: returned.from, reason: returned.reason }),
        },
      })),
      ReviewStarted: notAudited(OF_REVIEW),
      ReviewReturned: notAudited(OF_REVIEW),
      ChangesRequested: notAudited(OF_REVIEW),
      ReleaseCommented: audited('release.commented'),
      RejectionAppealed: audited('release.appealed'),
      ApprovalRecorded: notAudited(OF_REVIEW),
      RejectionRecorded: notAudited(OF_REVIEW),
      // A publisher is the caller only in a return, which the service publishes.
      ReleasePublished: audited('release.published', ({ meta: { actor } }) =>
        actor?.kind === 'publisher' || actor?.kind === 'publisher_member' ? { actor: SYSTEM } : {},
      ),
      ReleaseSuspended: audited('release.suspended', ({ data: { reason } }) => ({ details: { reason } })),
      ReleaseResumed: audited('release.resumed'),
      // The service withdraws what a submission replaces.
      ReleaseWithdrawn: audited('release.withdrawn', ({ data: { reason, replacedBy } }) => ({
        details: { reason },
        ...(replacedBy !== undefined && { actor: SYSTEM }),
      })),
    },
  }),
  auditOf(rolloutStream, {
    about: (_rollout, { id }) => ({ subject: { type: 'release', id, name: id }, organisationId: null }),
    facts: {
      RolloutStarted: audited('rollout.started', ({ data: { stages, isTightened } }) => ({
        details: { stages: stages.map(({ percent, hours }) => ({ percent, hours })), tightened: isTightened },
      })),
      RolloutStageReached: notAudited('the clock moves it through the stages of its start'),
      RolloutCompleted: audited('rollout.completed'),
      RolloutHalted: audited('rollout.halted', ({ data: { reason, party } }) => ({
        details: { reason, halted_by: party },
      })),
      RolloutResumed: audited('rollout.resumed'),
      RolloutSuperseded: notAudited('the publication of the newer version has it'),
      RolloutEnded: notAudited('the suspension or withdrawal of the release has it'),
    },
  }),
  auditOf(deprecationStream, {
    about: (_deprecation, { id }) => ({ subject: { type: 'plugin', id, name: id }, organisationId: null }),
    facts: {
      PluginDeprecated: audited('plugin.deprecated', ({ data: { publisherId, reason, successor } }) => ({
        details: { publisher_id: publisherId, reason, successor },
      })),
      DeprecationEnded: audited('plugin.deprecation_ended', ({ data: { publisherId } }) => ({
        details: { publisher_id: publisherId },
      })),
    },
  }),
  auditOf(accessStream, {
    about: (access, { id }) =>
      access.status === 'absent'
        ? null
        : { subject: { type: 'access', id, name: access.pluginId }, organisationId: null },
    facts: {
      AccessGranted: notAudited('the use of the access code has it'),
      AccessEnded: audited('access.ended', (_fact, access) => ({
        details:
          access.status === 'absent'
            ? {}
            : { publisher_id: access.publisherId, plugin_id: access.pluginId, access_code_id: access.codeId },
      })),
    },
  }),
  unaudited(publisherQuotaStream, { ReleaseCounted: OF_RELEASE }),
  unaudited(pluginStream, { PluginClaimed: OF_RELEASE, StatementIssued: OF_RELEASE }),
  unaudited(evaluationStream, {
    StatementAccepted: 'the release has its evaluation by every instance',
    StatementRefused: 'the release has its evaluation by every instance',
  }),
];

const fleetAudits: readonly AnyAudit[] = [
  auditOf(instanceStream, {
    about: (instance, { id }) => ({
      subject: { type: 'instance', id, name: instance.status === 'absent' ? null : instance.name },
      organisationId: null,
    }),
    facts: {
      InstanceRegistered: audited('instance.registered', ({ data: { pluginApi } }) => ({
        details: { plugin_api: pluginApi },
      })),
      InstanceUpdated: audited('instance.updated', ({ data: { pluginApi } }) => ({
        details: { plugin_api: pluginApi },
      })),
      InstanceLinkRotated: audited('instance.link_rotated'),
      InstanceRemoved: audited('instance.removed'),
    },
  }),
  unaudited(instanceSoftwareStream, { SoftwareVersionReported: 'the list of instances has the version' }),
  unaudited(usageStream, { UsageReportCompleted: OF_USAGE, UsageRegressionDetected: OF_USAGE }),
  unaudited(installationUsageStream, { InstallationUsageReported: OF_USAGE }),
  unaudited(usageStatementStream, {
    UsageStatementStarted: OF_STATEMENT,
    UsageStatementLinesAdded: OF_STATEMENT,
    UsageStatementClosed: OF_STATEMENT,
  }),
];

export const catalogueAudits: readonly AnyAudit[] = [
  ...publisherAudits,
  ...releaseAudits,
  ...fleetAudits,
  ...staffAudits,
  clockAudit,
  unaudited(personPreferencesStream, { PreferencesChanged: OF_PERSON }),
  unaudited(notificationReaderStream, {
    NotificationsRead: 'what a person has read is no act on anything',
    NotificationPreferencesSet: 'they are of the person alone',
  }),
  unaudited(personViewsStream, { ViewSaved: OF_PERSON, ViewRemoved: OF_PERSON }),
  unaudited(personSessionStream, {
    PersonSessionStarted: OF_PERSON,
    PersonSessionUsed: OF_PERSON,
    PersonSessionEnded: OF_PERSON,
  }),
];
