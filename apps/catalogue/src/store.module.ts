import { AuditEntryRow, auditViews } from '@kushk/audit';
import type { StoreDefinition } from '@kushk/event-store';
import { accessCodeStream } from './access-code/access-code.js';
import { AccessCodeRow, accessCodesView } from './access-code/access-codes.view.js';
import { accessStream } from './access-code/access.js';
import { accessPublication } from './access-code/access.public.js';
import { AccessRow, accessesView } from './access-code/accesses.view.js';
import { catalogueAudits } from './audit/catalogue-audit.js';
import { catalogueChanges } from './changes/catalogue-changes.public.js';
import {
  personPreferencesStream,
  personViewsStream,
  PersonSessionRow,
  personSessionStream,
  personSessionsView,
  SignInRow,
} from '@kushk/person-session';
import { rosterStream, StaffRow, staffStream, staffView } from '@kushk/staff';
import { clockStream } from '@kushk/event-store/clock';
import { clockPublic } from './clock/clock.public.js';
import { instanceStream } from './instance/instance.js';
import { instanceSoftwareStream } from './instance/instance-software.js';
import { InstanceSoftwareRow, instanceSoftwareView } from './instance/instance-software.view.js';
import { InstanceRow, instancesView } from './instance/instances.view.js';
import { deprecationStream } from './deprecation/deprecation.js';
import { deprecationPublication } from './deprecation/deprecation.public.js';
import { DeprecationRow, deprecationsView } from './deprecation/deprecations.view.js';
import { evaluationStream } from './evaluation/evaluation.js';
import {
  IssuedStatementRow,
  issuedStatementsView,
  EvaluationRow,
  evaluationsView,
} from './evaluation/evaluations.view.js';
import { keyStream } from './key/key.js';
import { KeyRow, keysView, KeyUseRow } from './key/keys.view.js';
import { MailSubscriberRow, mailSubscribers } from './mail/mail-subscribers.view.js';
import { memberStream } from './member/member.js';
import { MemberRow, membersView } from './member/members.view.js';
import { notificationReaderStream } from './notification/notification-reader.js';
import { pluginStream } from './plugin/plugin.js';
import { PluginChangesRow, pluginChangesView, PluginRow, pluginsView } from './plugin/plugins.view.js';
import { publisherStream } from './publisher/publisher.js';
import { publisherQuotaStream } from './publisher/publisher-quota.js';
import { PublisherRow, publishersView } from './publisher/publishers.view.js';
import { rolloutPublication } from './rollout/rollout.public.js';
import { rolloutStream } from './rollout/rollout.js';
import { RolloutRow, rolloutsView } from './rollout/rollouts.view.js';
import { releaseStream } from './release/release.js';
import { releasePublication } from './release/release.public.js';
import { ReleaseCommentRow, releaseCommentsView } from './release/comment-on-release/release-comments.view.js';
import { ReleaseEventRow, releaseEventsView } from './release/get-release-history/release-events.view.js';
import { ReleaseStatusRow, releaseStatusesView, SubmissionRow, submissionsView } from './release/releases.view.js';
import { installationUsageStream } from './usage/installation-usage.js';
import { InstallationUsageRow, installationUsageView } from './usage/installation-usage.view.js';
import { usageStream } from './usage/usage-report.js';
import { UsageReportRow, usageReportsView } from './usage/usage-reports.view.js';
import { trustStream } from './trust/trust.js';
import { TrustRow, trustsView } from './trust/trusts.view.js';
import { usageStatementStream } from './usage-statement/usage-statement.js';
import {
  UsageStatementLineRow,
  usageStatementLinesView,
  UsageStatementRow,
  usageStatementsView,
} from './usage-statement/usage-statements.view.js';

const streams = [
  publisherStream,
  publisherQuotaStream,
  memberStream,
  personSessionStream,
  personPreferencesStream,
  personViewsStream,
  notificationReaderStream,
  keyStream,
  accessCodeStream,
  accessStream,
  trustStream,
  pluginStream,
  deprecationStream,
  releaseStream,
  rolloutStream,
  instanceStream,
  instanceSoftwareStream,
  evaluationStream,
  usageStream,
  installationUsageStream,
  usageStatementStream,
  staffStream,
  rosterStream,
  clockStream,
];

/** Declares the event store of this service: its streams, views and publications. */
export const catalogueStore: StoreDefinition = {
  service: 'catalogue',
  streams,
  views: [
    publishersView,
    membersView,
    personSessionsView,
    keysView,
    accessCodesView,
    accessesView,
    trustsView,
    pluginsView,
    pluginChangesView,
    deprecationsView,
    submissionsView,
    releaseStatusesView,
    releaseEventsView,
    releaseCommentsView,
    rolloutsView,
    instancesView,
    instanceSoftwareView,
    evaluationsView,
    issuedStatementsView,
    usageReportsView,
    installationUsageView,
    usageStatementsView,
    usageStatementLinesView,
    staffView,
    mailSubscribers,
    ...auditViews(streams, catalogueAudits),
  ],
  publications: [releasePublication, rolloutPublication, deprecationPublication, accessPublication, clockPublic],
  listChanges: catalogueChanges,
  entities: [
    PublisherRow,
    MemberRow,
    KeyRow,
    KeyUseRow,
    AccessCodeRow,
    AccessRow,
    TrustRow,
    PluginRow,
    PluginChangesRow,
    DeprecationRow,
    SubmissionRow,
    ReleaseStatusRow,
    ReleaseEventRow,
    ReleaseCommentRow,
    RolloutRow,
    InstanceRow,
    InstanceSoftwareRow,
    EvaluationRow,
    IssuedStatementRow,
    UsageReportRow,
    InstallationUsageRow,
    UsageStatementRow,
    UsageStatementLineRow,
    StaffRow,
    PersonSessionRow,
    SignInRow,
    MailSubscriberRow,
    AuditEntryRow,
  ],
  migrations: new URL('./migrations/', import.meta.url),
};
