/** The tools that read what belongs to the plugin: its records and its proposals (docs/reference/mcp.md). */
import { workspace, type ProposalStatus } from '@kushk/contracts';
import type { OwnToolName } from '@kushk/manifest';
import { pageRequest, textOf, type Tool, type ToolArguments, type ToolCaller } from './tool.js';
import { id, mayLack, named, oneOf, page, pageOf, people, query, resource, toolArguments } from './tool-schemas.js';

/** A record and a proposal may have 1 MiB. A longer field is left out, so that a result stays below 256 KiB. */
const FIELD_BYTES = 200 * 1024;
const EXTERNAL_ID_MAX_CODE_UNITS = 400;
const PROPOSAL_STATUSES: readonly ProposalStatus[] = ['pending', 'applied', 'rejected', 'withdrawn'];

const ofPlugin = ({ installation_id, organisation_id }: ToolCaller) => ({ installation_id, organisation_id });
const forPerson = (caller: ToolCaller) => ({ ...ofPlugin(caller), person_id: caller.person_id });
const recordType = { type: { type: 'string', maxLength: 64, description: 'Record type of the manifest' } };
const LONG = 'Absent when larger than 200 KiB.';
const recordSchema = mayLack(resource('RecordResource'), 'data');
const proposalSchema = mayLack(resource('ProposalResource'), 'changes');

function withoutLong<Item extends object, Field extends keyof Item>(item: Item, field: Field): Partial<Item> {
  if (Buffer.byteLength(JSON.stringify(item[field])) <= FIELD_BYTES) return item;
  const { [field]: _, ...rest } = item;
  return rest as Partial<Item>;
}
const pageWithoutLong = <Item extends object>(
  { items, next_cursor }: { readonly items: readonly Item[]; readonly next_cursor: string | null },
  field: keyof Item,
) => ({ items: items.map((item) => withoutLong(item, field)), next_cursor });
const recordsRequest = (caller: ToolCaller, given: ToolArguments) => ({
  ...ofPlugin(caller),
  type: textOf(given['type']),
  ...pageRequest(given),
});

export const ownRecordTools: Readonly<Record<OwnToolName, Tool>> = {
  list_records: {
    title: 'List own records',
    description: `This plugin's own records of a type, by external_id. data: ${LONG}`,
    inputSchema: toolArguments({ ...recordType, ...page }, ['type']),
    outputSchema: pageOf(recordSchema),
    read: async (caller, given, send) =>
      pageWithoutLong((await send(workspace.listRecords, recordsRequest(caller, given))).reply, 'data'),
  },
  get_record: {
    title: 'Get an own record',
    description: `One of this plugin's own records. data: ${LONG}`,
    inputSchema: toolArguments(
      { ...recordType, external_id: { type: 'string', maxLength: EXTERNAL_ID_MAX_CODE_UNITS } },
      ['type', 'external_id'],
    ),
    outputSchema: recordSchema,
    read: async (caller, given, send) => {
      const request = { ...ofPlugin(caller), type: textOf(given['type']), external_id: textOf(given['external_id']) };
      return withoutLong((await send(workspace.getRecord, request)).reply, 'data');
    },
  },
  search_records: {
    title: 'Search own records',
    description:
      "This plugin's own records of a type with all words in their data or external_id. A page may be empty while " +
      'next_cursor is not null: go on with it.',
    inputSchema: toolArguments({ ...recordType, query: query('the data or external_id'), ...page }, ['type', 'query']),
    outputSchema: pageOf(recordSchema),
    read: async (caller, given, send) => {
      const request = { ...recordsRequest(caller, given), query: textOf(given['query']) };
      return pageWithoutLong((await send(workspace.searchRecords, request)).reply, 'data');
    },
  },
  list_proposals: {
    title: 'List proposals',
    description: `This plugin's proposals with their status, the newest first. changes: ${LONG}`,
    inputSchema: toolArguments({ status: oneOf(PROPOSAL_STATUSES), ...page }),
    outputSchema: pageOf(proposalSchema, people),
    read: async (caller, given, send) => {
      const status = (given['status'] ?? null) as ProposalStatus | null;
      const request = { ...forPerson(caller), status, ...pageRequest(given) };
      return pageWithoutLong((await send(workspace.listProposalsOfPlugin, request)).reply, 'changes');
    },
  },
  get_proposal: {
    title: 'Get a proposal',
    description: `One of this plugin's proposals: who decided and why. changes: ${LONG}`,
    inputSchema: toolArguments({ id: id('the proposal, prp_…') }, ['id']),
    outputSchema: named(proposalSchema),
    read: async (caller, given, send) => {
      const request = { ...forPerson(caller), proposal_id: textOf(given['id']) };
      return withoutLong((await send(workspace.getProposalOfPlugin, request)).reply, 'changes');
    },
  },
};
