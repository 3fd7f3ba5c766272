/** Which lists of the operator API and of the portal change with the facts of the catalogue, and who may know. */
import type { ListChange, OperatorList, PortalList } from '@kushk/contracts';
import { listChangesOf, noListChanges, type ListChanges } from '@kushk/event-store';
import { personPreferencesStream, personSessionStream, personViewsStream } from '@kushk/person-session';
import { rosterStream, staffStream } from '@kushk/staff';
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

function forStaff(...lists: readonly OperatorList[]): ListChange {
  return { audience: 'staff', lists };
}
function forPublisher(publisherId: string, ...lists: readonly PortalList[]): ListChange {
  return { audience: `publisher:${publisherId}`, lists };
}

export const catalogueChanges: readonly ListChanges[] = [
  listChangesOf(publisherStream, () => [forStaff('publishers', 'audit')]),
  listChangesOf(keyStream, (key) => [
    forStaff('keys', 'audit', 'notifications'),
    ...(key.status === 'absent' ? [] : [forPublisher(key.publisherId, 'keys', 'notifications')]),
  ]),
  listChangesOf(accessCodeStream, (code) => [
    forStaff('audit'),
    ...(code.status === 'absent' ? [] : [forPublisher(code.publisherId, 'access_codes')]),
  ]),
  listChangesOf(accessStream, (access) => [
    forStaff('audit'),
    ...(access.status === 'absent' ? [] : [forPublisher(access.publisherId, 'access_codes')]),
  ]),
  listChangesOf(trustStream, () => [forStaff('trusts', 'audit')]),
  listChangesOf(memberStream, (member) => [
    forStaff('members', 'audit'),
    ...(member.status === 'absent' ? [] : [forPublisher(member.publisherId, 'members')]),
  ]),
  listChangesOf(releaseStream, (release) => [
    forStaff('releases', 'reviews', 'audit', 'notifications'),
    ...(release.status === 'absent' ? [] : [forPublisher(release.publisherId, 'plugins', 'releases', 'notifications')]),
  ]),
  listChangesOf(rolloutStream, (rollout) => [
    forStaff('releases', 'audit', 'notifications'),
    ...(rollout.status === 'absent' ? [] : [forPublisher(rollout.publisherId, 'releases', 'notifications')]),
  ]),
  listChangesOf(deprecationStream, ({ publisherId }) => [
    forStaff('audit'),
    ...(publisherId === null ? [] : [forPublisher(publisherId, 'plugins')]),
  ]),
  // An evaluation does not know the publisher, whose pages read the counts of the fleet when they open a release.
  listChangesOf(evaluationStream, () => [forStaff('releases', 'instances')]),
  listChangesOf(instanceStream, () => [forStaff('instances', 'audit', 'notifications')]),
  listChangesOf(instanceSoftwareStream, () => [forStaff('instances')]),
  listChangesOf(usageStream, () => [forStaff('usage')]),
  listChangesOf(usageStatementStream, (statements) =>
    statements.status === 'closed' ? [forStaff('usage'), forPublisher(statements.publisherId, 'usage')] : [],
  ),
  listChangesOf(staffStream, () => [forStaff('staff', 'audit')]),
  ...noListChanges('the release has it', pluginStream, publisherQuotaStream),
  ...noListChanges('the report of the instance has it', installationUsageStream),
  ...noListChanges('the member of the staff has it', rosterStream),
  ...noListChanges('the page that sends it reads its list again', notificationReaderStream),
  ...noListChanges('people read their own sessions', personSessionStream, personPreferencesStream, personViewsStream),
];
