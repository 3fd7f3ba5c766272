/** Checks what a proposal refers to: its assignee, and the people in its changes. */
import type { PersonResource, Problem } from '@kushk/contracts';
import type { People } from '../../person/person.view.js';
import { unknownPerson, type RecordValidator } from '../../platform-record/record-validator.js';
import { proposable } from '../proposable-records.js';
import type { MakeProposal } from './make-proposal.js';
import { textProblems } from './proposal-problems.js';

export class ProposalChecks {
  constructor(
    private readonly people: Pick<People, 'find'>,
    private readonly validator: Pick<RecordValidator, 'unknownReferences'>,
  ) {}

  /** Returns a member of the organisation; null without an id, or when the person has left. */
  async person(organisationId: string, personId: string | null): Promise<PersonResource | null> {
    return personId === null ? null : await this.people.find(organisationId, personId);
  }

  /** `declared` are the problems that the manifest and the schema of the record type show. */
  async problemsOf(command: MakeProposal, declared: readonly Problem[]): Promise<readonly Problem[]> {
    const { organisationId, assigneeId, assignee, recordType, changes } = command;
    const problems = [...textProblems(command)];
    if (assigneeId !== null && assignee === null) problems.push(unknownPerson('/assignee_id'));
    problems.push(...declared);
    // `declared` has already validated the changes against their schema. Here only the people in them are checked.
    if (problems.length > 0) return problems;
    const { peopleFields } = proposable(recordType);
    const reader = { organisationId, personId: command.onBehalfOf };
    return await this.validator.unknownReferences({ ...reader, fields: changes, peopleFields, path: '/changes' });
  }
}
