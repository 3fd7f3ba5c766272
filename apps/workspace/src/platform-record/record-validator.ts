/**
 * Validates the fields of a record against the schema of its type, and checks what they refer to: people must belong
 * to the organisation, and the author must see the case.
 */
import { requestProblem, type JsonObject, type Problem } from '@kushk/contracts';
import { refuse, type Refused } from '@kushk/decider';
import type { Reader } from './reader.js';
import { fieldProblems, type FieldsSchema } from './record-fields.js';

/** Looks up which person ids belong to an organisation. */
interface KnownPeople {
  known(organisationId: string, ids: readonly string[]): Promise<ReadonlySet<string>>;
}
/** Looks up a case that the reader can see. */
interface VisibleCases {
  find(reader: Reader, caseId: string): Promise<object | null>;
}
interface FieldsToValidate extends Reader {
  readonly schema: FieldsSchema;
  readonly fields: JsonObject;
  /** The fields that hold ids of people: one id, a list of ids, or null. */
  readonly peopleFields: readonly string[];
  /** The JSON pointer to the fields in the request. */
  readonly path: string;
}

type References = Omit<FieldsToValidate, 'schema'>;

export class RecordValidator {
  constructor(
    private readonly people: KnownPeople,
    private readonly cases: VisibleCases,
  ) {}

  /** Returns the refusal `<category>.invalid` {problems} of a type of record, or null when the fields are valid. */
  async refusal(category: string, input: FieldsToValidate): Promise<Refused | null> {
    const problems = await this.problems(input);
    return problems.length > 0 ? refuse(`${category}.invalid`, { problems }) : null;
  }

  async problems(input: FieldsToValidate): Promise<readonly Problem[]> {
    const problems = fieldProblems(input.schema, input.fields, input.path);
    return problems.length > 0 ? problems : await this.unknownReferences(input);
  }

  /** Returns the problems of people and cases that valid fields refer to. */
  async unknownReferences(input: References): Promise<readonly Problem[]> {
    const [people, ofCase] = await Promise.all([this.unknownPeople(input), this.unknownCase(input)]);
    return [...people, ...ofCase];
  }

  private async unknownPeople({ organisationId, fields, peopleFields, path }: References): Promise<Problem[]> {
    const references = peopleFields.flatMap((field) => referencesIn(fields[field], `${path}/${field}`));
    const ids = references.map(({ id }) => id);
    const known = await this.people.known(organisationId, ids);
    return references.filter(({ id }) => !known.has(id)).map(({ at }) => unknownPerson(at));
  }

  private async unknownCase({ organisationId, personId, fields, path }: References): Promise<Problem[]> {
    const caseId = fields['case_id'];
    if (typeof caseId !== 'string') return [];
    const found = await this.cases.find({ organisationId, personId }, caseId);
    if (found !== null) return [];
    return [
      requestProblem('case_unknown', `${path}/case_id`, {
        message: 'is no case that you can see',
        message_fa: 'پرونده‌ای نیست که شما ببینید',
      }),
    ];
  }
}

function referencesIn(value: unknown, at: string): { readonly id: string; readonly at: string }[] {
  if (typeof value === 'string') return [{ id: value, at }];
  return Array.isArray(value) ? value.map((id, index) => ({ id: id as string, at: `${at}/${index}` })) : [];
}

export function unknownPerson(path: string): Problem {
  return requestProblem('person_unknown', path, {
    message: 'does not belong to this organisation',
    message_fa: 'عضو این سازمان نیست',
  });
}
