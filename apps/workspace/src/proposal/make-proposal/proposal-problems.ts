/** Finds the problems of a proposal that can be detected without the case. */
import { freeTextProblems, requestProblem, type Problem } from '@kushk/contracts';
import type { Capabilities } from '../../installation/installation.js';
import { fieldProblems } from '../../platform-record/record-fields.js';
import { EXTERNAL_ID_MAX_CHARACTERS, isExternalId } from '../../record/record.js';
import { findProposable } from '../proposable-records.js';
import type { Proposed } from '../proposal.js';

const SUMMARY_MAX_CHARACTERS = 1_000;

/** Returns null when the plugin declares no proposals for this record type. */
export function capabilityProblems(
  { recordType, action, recordId, changes }: Pick<Proposed, 'recordType' | 'action' | 'recordId' | 'changes'>,
  capabilities: Capabilities,
): readonly Problem[] | null {
  const declared = capabilities.proposals.find(({ record_type }) => record_type === recordType);
  if (declared === undefined) return null;
  const api = findProposable(recordType);
  if (api === null)
    return [
      requestProblem('unsupported', '/record_type', {
        message: 'is not a record type of this platform',
        message_fa: 'از انواع رکورد این سکو نیست',
      }),
    ];
  if (!declared.actions.includes(action))
    return [
      requestProblem('not_declared', '/action', {
        message: `is not declared in the manifest, which has: ${declared.actions.join(', ')}; write below proposals: - { record_type: ${recordType}, actions: [create, update] }`,
        message_fa: `در مانیفست اعلام نشده است؛ آنچه هست: ${declared.actions.join('، ')}؛ زیر proposals بنویسید: ‎- { record_type: ${recordType}, actions: [create, update] }`,
      }),
    ];
  const recordIdProblem = recordIdProblemOf(action, recordId);
  if (recordIdProblem !== null) return [recordIdProblem];
  return fieldProblems(action === 'create' ? api.schemas.newRecord : api.schemas.changes, changes, '/changes');
}

/** Returns the problems of the external id and the summary, which are not fields of the case. */
export function textProblems({ externalId, summary }: Pick<Proposed, 'externalId' | 'summary'>): readonly Problem[] {
  const externalIdProblems = isExternalId(externalId)
    ? []
    : [
        requestProblem('out_of_range', '/external_id', {
          message: `has 1 to ${EXTERNAL_ID_MAX_CHARACTERS} characters`,
          message_fa: `باید ۱ تا ${EXTERNAL_ID_MAX_CHARACTERS.toLocaleString('fa-IR')} نویسه داشته باشد`,
        }),
      ];
  const summaryRule = { required: true, maxCodePoints: SUMMARY_MAX_CHARACTERS };
  return [...externalIdProblems, ...freeTextProblems('/summary', summary, summaryRule)];
}

export function newerThanRecord(revision: number): Problem {
  return requestProblem('out_of_range', '/base_revision', {
    message: `is newer than the record, which has revision ${revision}`,
    message_fa: `از ویرایش کنونی رکورد (${revision}) جلوتر است`,
  });
}

function recordIdProblemOf(action: Proposed['action'], recordId: string | null): Problem | null {
  if (action === 'update' && recordId === null)
    return requestProblem('required', '/record_id', {
      message: 'is required to update a record',
      message_fa: 'برای ویرایش رکورد الزامی است',
    });
  if (action === 'create' && recordId !== null)
    return requestProblem('not_allowed', '/record_id', {
      message: 'must be absent for a new record',
      message_fa: 'برای رکورد تازه نباید بیاید',
    });
  return null;
}
