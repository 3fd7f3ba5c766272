import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { errorsAfter, type TracedChange } from './traced-changes.js';

/** Puts a line after one that the file has once. */
const after = (line: string, added: string) => ({ [line]: `${line}\n${added}` });

const changes: readonly TracedChange[] = [
  {
    title: 'A new field on releases, sent with a submission and shown on the release',
    affects: /\b(ReleaseResource|ReleaseSummary|Submission|SubmissionDetails)\b/,
    edits: [
      {
        file: 'libs/contracts/src/catalogue.ts',
        replace: {
          ...after(
            '/** What a publisher submits. */\nexport interface Submission {',
            '  readonly support_url: string | null;',
          ),
          ...after('export interface ReleaseResource {', '  readonly support_url: string | null;'),
        },
      },
      {
        file: 'apps/gateway/src/developer/developer.dto.ts',
        replace: {
          ...after(
            '  @Allow() readonly notes: Json | undefined;',
            '  @Allow() readonly support_url: Json | undefined;',
          ),
          ...after("  required: ['manifest'],\n  properties: {", "    support_url: { type: ['string', 'null'] },"),
        },
      },
      {
        file: 'apps/catalogue/src/release/release.ts',
        replace: after('export interface SubmissionDetails {', '  readonly supportUrl: string | null;'),
      },
      {
        file: 'apps/catalogue/src/release/release-resource.ts',
        replace: after('    notes: data.notes,', '    support_url: data.supportUrl,'),
      },
      {
        file: 'apps/catalogue/src/release/submit-release/check-submission.ts',
        replace: {
          ...after('    notes: notes as string,', '    support_url: (body.support_url ?? null) as string | null,'),
          ...after('      notes: submission.notes,', '      supportUrl: submission.support_url,'),
        },
      },
      {
        file: 'apps/catalogue/test/example-release.ts',
        replace: after("  notes: 'First release',", '  supportUrl: null,'),
      },
    ],
  },
  {
    title: 'A new tool of the MCP server, with its method in the SDK',
    affects: /\b(ToolName|TOOL_SCOPES)\b/,
    edits: [
      {
        file: 'libs/manifest/src/manifest.ts',
        replace: after("  list_calendar_events: 'calendar.read',", "  get_calendar_event: 'calendar.read',"),
      },
      {
        file: 'apps/gateway/src/plugin/mcp/reading-tools.ts',
        replace: after(
          'const calendar = {',
          `  get_calendar_event: {
    title: 'Get a calendar event',
    description: 'Returns one event of the calendar by its id.',
    inputSchema: toolArguments({ id: id('the event, such as cev_…') }, ['id']),
    outputSchema: resource('CalendarEventResource'),
    read: async (reader, given, send) => (await send(workspaceRecords.getCalendarEvent, record(reader, given))).reply,
  },`,
        ),
      },
      {
        file: 'libs/plugin-sdk/src/read-client.ts',
        replace: after(
          'export class ReadClient {',
          `  calendarEvent(id: string, options: CallOptions = {}): Promise<CalendarEvent> {
    return this.call('get_calendar_event', { id }, options);
  }`,
        ),
      },
      {
        file: 'libs/plugin-sdk/src/read-client.spec.ts',
        replace: after(
          "    get_case: [(read) => read.case('cas_1'), { id: 'cas_1' }],",
          "    get_calendar_event: [(read) => read.calendarEvent('cev_1'), { id: 'cev_1' }],",
        ),
      },
      {
        file: 'apps/integration/src/instance/visibility.int-spec.ts',
        replace: after("  get_case: { type: 'case' },", "  get_calendar_event: { type: 'calendar_event' },"),
      },
    ],
  },
];
const contributing = readFileSync('CONTRIBUTING.md', 'utf8').replace(/\s+/g, ' ');

describe.each(changes)('$title', ({ title, edits, affects }) => {
  it('compiles with all its edits', () => {
    expect([...errorsAfter(edits, affects)]).toEqual([]);
  });

  it.each(edits.slice(1))('does not compile without the edit of $file', ({ file }) => {
    const others = edits.filter((edit) => edit.file !== file);
    expect(errorsAfter(others, affects).next().value).toEqual(expect.any(String));
  });

  it('needs as many files as CONTRIBUTING.md says, and those', () => {
    const [, paragraph = ''] = contributing.split(`**${title}: ${edits.length} files.**`);
    expect(edits.filter(({ file }) => !paragraph.includes(`\`${file}\``))).toEqual([]);
  });
});
