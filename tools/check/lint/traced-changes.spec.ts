import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { after, errorsOf, filesOf, type TracedChange } from './traced-changes.js';
import { walletStatusChange } from './wallet-status-change.js';

const changes: readonly TracedChange[] = [
  walletStatusChange,
  {
    title: 'A new field on releases, sent with a submission and shown on the release',
    affects: /\b(ReleaseResource|ReleaseSummary|Submission|SubmissionDetails)\b/,
    start: [
      {
        file: 'libs/contracts/src/catalogue.ts',
        change: {
          ...after(
            '/** What a publisher submits. */\nexport interface Submission {',
            '  readonly support_url: string | null;',
          ),
          ...after('export interface ReleaseResource {', '  readonly support_url: string | null;'),
        },
      },
    ],
    followUps: [
      {
        file: 'apps/gateway/src/developer/developer.dto.ts',
        change: {
          ...after(
            '  @Allow() readonly notes: Json | undefined;',
            '  @Allow() readonly support_url: Json | undefined;',
          ),
          ...after("  required: ['manifest'],\n  properties: {", "    support_url: { type: ['string', 'null'] },"),
        },
      },
      {
        file: 'apps/catalogue/src/release/release.ts',
        change: after('export interface SubmissionDetails {', '  readonly supportUrl: string | null;'),
      },
      {
        file: 'apps/catalogue/src/release/release-resource.ts',
        change: after('    notes: data.notes,', '    support_url: data.supportUrl,'),
      },
      {
        file: 'apps/catalogue/src/release/submit-release/check-submission.ts',
        change: {
          ...after('    notes: notes as string,', '    support_url: (body.support_url ?? null) as string | null,'),
          ...after('      notes: submission.notes,', '      supportUrl: submission.support_url,'),
        },
      },
      {
        file: 'apps/catalogue/test/example-release.ts',
        change: after("  notes: 'First release',", '  supportUrl: null,'),
      },
    ],
    others: ['apps/catalogue/src/release/submit-release/check-submission.spec.ts', 'docs/reference/releases.md'],
  },
  {
    title: 'A new tool of the MCP server, with its method in the SDK',
    affects: /\b(ToolName|TOOL_SCOPES)\b/,
    start: [
      {
        file: 'libs/manifest/src/manifest.ts',
        change: after("  list_calendar_events: 'calendar.read',", "  get_calendar_event: 'calendar.read',"),
      },
    ],
    followUps: [
      {
        file: 'apps/gateway/src/plugin/mcp/platform-record-tools.ts',
        change: after(
          'const calendar = {',
          `  get_calendar_event: {
    title: 'Get a calendar event',
    description: 'An event of the calendar by its id.',
    inputSchema: toolArguments({ id: id('the event, cev_…') }, ['id']),
    outputSchema: resource('CalendarEventResource'),
    read: async (caller, given, send) => (await send(workspaceRecords.getCalendarEvent, record(caller, given))).reply,
  },`,
        ),
      },
      {
        file: 'libs/plugin-sdk/src/read-client.ts',
        change: after(
          'export class ReadClient {',
          `  anEvent(id: string, options: CallOptions = {}): Promise<CalendarEvent> {
    return this.call('get_calendar_event', { id }, options);
  }`,
        ),
      },
      {
        file: 'libs/plugin-sdk/src/read-client.spec.ts',
        change: after(
          "    get_case: [(read) => read.case('cas_1'), { id: 'cas_1' }],",
          "    get_calendar_event: [(read) => read.anEvent('cev_1'), { id: 'cev_1' }],",
        ),
      },
      {
        file: 'apps/integration/src/instance/visibility.int-spec.ts',
        change: after("  get_case: { type: 'case' },", "  get_calendar_event: { type: 'calendar_event' },"),
      },
    ],
    others: [],
  },
];
const contributing = readFileSync('CONTRIBUTING.md', 'utf8').replace(/\s+/g, ' ');

describe.each(changes)('$title', (change) => {
  it('compiles with all its edits', () => {
    expect([...errorsOf(change)]).toEqual([]);
  });

  it.each(change.followUps)('does not compile without the edit of $file', (edit) => {
    expect(errorsOf(change, edit).next().value).toEqual(expect.any(String));
  });

  it('needs as many files as CONTRIBUTING.md says, and those', () => {
    const files = filesOf(change);
    const [, paragraph = ''] = contributing.split(`**${change.title}: ${files.length} files.**`);
    expect(files.filter((file) => !paragraph.includes(`\`${file}\``))).toEqual([]);
  });
});
