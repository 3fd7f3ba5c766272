/** Which facts of the workspace are in the audit (docs/reference/audit.md). */
import {
  audited,
  auditedOfPeople,
  auditOf,
  notAudited,
  staffAudits,
  unaudited,
  type About,
  type AnyAudit,
} from '@kushk/audit';
import { installationStream } from '../installation/installation.js';
import { noticeStream } from '../notification/notice.js';
import { notificationReaderStream } from '../notification/notification-reader.js';
import { organisationStream } from '../organisation/organisation.js';
import { membershipStream } from '../person/membership.js';
import { personStream } from '../person/person.js';
import { personPreferencesStream, personSessionStream, personViewsStream } from '@kushk/person-session';
import { externalIdStream } from '../proposal/external-id.js';
import { proposalStream, type ExistingProposal } from '../proposal/proposal.js';
import { proposalQuotaStream } from '../proposal/proposal-quota.js';
import { recordStream } from '../record/record.js';
import { recordQuotaStream } from '../record/record-quota.js';
import { ruleSetStream } from '../rule/rule-set.js';
import { recordAudits } from './record-audit.js';
import { sourceAudits } from './source-audit.js';

const OF_INSTALLATION = 'the installation service has it';

const peopleAudits: readonly AnyAudit[] = [
  auditOf(organisationStream, {
    about: (organisation) =>
      organisation.status === 'absent'
        ? null
        : {
            subject: { type: 'organisation', id: organisation.organisationId, name: organisation.name },
            organisationId: organisation.organisationId,
          },
    facts: {
      OrganisationCreated: audited('organisation.created'),
      AdminJoined: notAudited('person.added and person.changed have the role'),
      AdminLeft: notAudited('person.changed and person.removed have it'),
    },
  }),
  auditOf(personStream, {
    about: (person) =>
      person.status === 'absent'
        ? null
        : {
            subject: { type: 'person', id: person.personId, name: person.name },
            organisationId: person.organisationId,
          },
    facts: {
      PersonAdded: audited('person.added', ({ data: { role } }) => ({ details: { role } })),
      PersonChanged: audited('person.changed', ({ data: { role } }) => ({ details: { role } })),
      PersonRemoved: audited('person.removed'),
    },
  }),
  unaudited(membershipStream, {
    MembershipTaken: 'person.added has it',
    MembershipFreed: 'person.removed has it',
  }),
  unaudited(personPreferencesStream, { PreferencesChanged: 'people see their own preferences' }),
  unaudited(personViewsStream, { ViewSaved: 'people see their own views', ViewRemoved: 'people see their own views' }),
  unaudited(personSessionStream, {
    PersonSessionStarted: 'people see their own sessions',
    PersonSessionUsed: 'people see their own sessions',
    PersonSessionEnded: 'people see their own sessions',
  }),
];

function aboutProposal({ proposalId, summary, organisationId, installationId }: ExistingProposal): About {
  return { subject: { type: 'proposal', id: proposalId, name: summary }, organisationId, installationId };
}

const proposalAudits: readonly AnyAudit[] = [
  auditOf(proposalStream, {
    about: (proposal) => (proposal.status === 'absent' ? null : aboutProposal(proposal)),
    facts: {
      // A plugin by itself may make millions. Its list has them; the audit has what a person is responsible for.
      ProposalMade: auditedOfPeople('proposal.made', ({ data: { pluginId, recordType, recordId } }) => ({
        details: { plugin_id: pluginId, record_type: recordType, record_id: recordId },
      })),
      ProposalAssigned: audited('proposal.assigned', ({ data: { assigneeId } }) => ({
        details: { assignee_id: assigneeId },
      })),
      ProposalApplied: audited('proposal.applied', ({ data: { recordType, recordId, ruleId, by } }, proposal) => ({
        details: {
          plugin_id: proposal.status === 'absent' ? null : proposal.pluginId,
          record_type: recordType,
          record_id: recordId,
          ...(ruleId !== null && { rule_created_by: by }),
        },
        ...(ruleId !== null && { actor: { kind: 'rule', id: ruleId, name: null } }),
      })),
      ProposalUndone: audited('proposal.undone', ({ data: { recordType, recordId } }, proposal) => ({
        details: {
          plugin_id: proposal.status === 'absent' ? null : proposal.pluginId,
          record_type: recordType,
          record_id: recordId,
        },
      })),
      ProposalRejected: audited('proposal.rejected', ({ data: { recordType, recordId } }, proposal) => ({
        details: {
          plugin_id: proposal.status === 'absent' ? null : proposal.pluginId,
          record_type: recordType,
          record_id: recordId,
        },
      })),
      RejectionExplained: audited('proposal.rejection_explained'),
      ProposalWithdrawn: auditedOfPeople('proposal.withdrawn'),
    },
  }),
  unaudited(externalIdStream, {
    ExternalIdTaken: 'the proposal has it',
    ExternalIdFreed: 'the proposal has it',
  }),
  unaudited(proposalQuotaStream, { ProposalCounted: 'the proposal has it', ProposalEndCounted: 'the proposal has it' }),
  auditOf(ruleSetStream, {
    about: (_rules, { id, data: { ruleId } }) => ({
      subject: { type: 'rule', id: ruleId, name: null },
      organisationId: id,
    }),
    facts: {
      RuleMade: audited('rule.made', ({ data: { pluginId, recordType, actions } }) => ({
        details: { plugin_id: pluginId, record_type: recordType, actions },
      })),
      RuleRevoked: audited('rule.revoked'),
      RuleEnded: audited('rule.ended'),
    },
  }),
];

const pluginAudits: readonly AnyAudit[] = [
  auditOf(recordStream, {
    about: (_record, { id, meta: { actor } }) => {
      if (actor?.kind !== 'plugin') return null;
      const [installationId = '', ...name] = id.split('/');
      return {
        subject: { type: 'record', id: name.join('/'), name: null },
        organisationId: actor.organisation_id,
        installationId,
      };
    },
    facts: {
      RecordWritten: auditedOfPeople('record.written', ({ data: { revision } }) => ({ details: { revision } })),
      RecordDeleted: auditedOfPeople('record.deleted'),
    },
  }),
  unaudited(recordQuotaStream, { RecordWriteCounted: 'the record has it', RecordDeletionCounted: 'the record has it' }),
  unaudited(installationStream, {
    InstallationAdded: OF_INSTALLATION,
    CapabilitiesChanged: OF_INSTALLATION,
    InstallationRemoved: OF_INSTALLATION,
  }),
];

const notificationAudits: readonly AnyAudit[] = [
  unaudited(noticeStream, {
    NoticeGiven: 'the service in which it happened has it',
    NoticeEnded: 'the service in which it happened has it',
  }),
  unaudited(notificationReaderStream, {
    NotificationsRead: 'only the person sees what the person has read',
    NotificationPreferencesSet: 'they are of the person alone',
  }),
];

export const workspaceAudits: readonly AnyAudit[] = [
  ...peopleAudits,
  ...recordAudits,
  ...proposalAudits,
  ...pluginAudits,
  ...sourceAudits,
  ...notificationAudits,
  ...staffAudits,
];
