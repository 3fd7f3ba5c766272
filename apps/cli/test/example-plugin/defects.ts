/** Defects of the example plugin and of the example poller, each with the one case that must find it. */

export const DEFECTS = {
  'sorts the keys of every body before it verifies': 'installed',
  'sorts the keys of an event before it verifies': 'event-raw-body',
  'verifies the parsed event': 'event-raw-body',
  'fails at every event': 'event',
  'stores its state in a folder of its own': 'state',
  'trusts every issuer': 'installed-forged',
  'trusts the keys of any issuer': 'installed-unlisted',
  'lets every listed instance act for every other one': 'installed-other-instance',
  'does not check the age of the issuer signature': 'installed-stale',
  'accepts calls for other plugins': 'installed-other-plugin',
  'accepts events without a signature': 'event-unsigned',
  'accepts every event': 'signature-verified',
  'does not compare signatures': 'event-forged',
  'does not check the age of a signature': 'event-stale',
  'accepts signatures of an hour ago': 'event-stale',
  'accepts signatures from the future': 'event-future',
  'compares only the first signature': 'event-two-signatures',
  'accepts the secret of any installation': 'event-wrong-installation',
  'rejects unknown event types': 'event-unknown-type',
  'fails at a type of event that it asks for': 'event-types',
  'handles repeated events again': 'event-repeated',
  'handles concurrent copies of an event': 'event-concurrent',
  'recognises repetitions by the header': 'event-id-changed',
  'rejects older events': 'event-reordered',
  'lets an older revision overwrite a newer one': 'event-revision',
  'proposes again for an older revision': 'event-revision',
  'acknowledges an event whose effect failed': 'event-effect',
  'marks an event as handled before its effect': 'event-effect',
  'rejects a repeated installed': 'installed-repeated',
  'answers tools without content': 'tool',
  'writes in a tool': 'tool-read-only',
  'charges in a tool': 'tool-read-only',
  'reads in a tool without the handle': 'tool-handle',
  'reads in a tool with the handle of an earlier call': 'tool-handle',
  'keeps what a tool read for the next person': 'tool-persons',
  'does not verify tool calls': 'tool-forged',
  'waits for the API without a deadline': 'tool-slow',
  'breaks the connection when the API fails': 'tool-broken',
  'serves only the version that it was built for': 'versions',
  'serves tools only in the version that it was built for': 'versions',
  'lets every page be embedded': 'page-frame-ancestors',
  'renders the records into its page': 'page-records',
  'acts for its page without a check of the handle': 'page-action',
  'proposes a field that no case has': 'requests',
  'proposes a number for a title': 'requests',
  'proposes without a summary': 'requests',
  'stores a text where its schema has a number': 'requests',
  'makes a key of characters that no key has': 'requests',
  'reads only the first page of a list': 'lists',
  'reads only the first page of the cases': 'lists',
  'drops the old secret at a rotation': 'rotation',
  'accepts a rotation without the issuer': 'rotation-forged-issuer',
  'accepts a rotation signed with the new secret': 'rotation-forged-secret',
  'refuses a reconnect': 'reconnect',
  'accepts the lost secret after a reconnect': 'reconnect',
  'accepts an older reconnect again': 'reconnect-replayed',
  'accepts a reconnect of another listed instance': 'reconnect-other-instance',
  'accepts a reconnect with another address': 'reconnect-other-address',
  'accepts removed from anyone': 'removed-forged',
  'accepts removed without the issuer': 'removed-forged',
  'accepts removed signed with any secret': 'removed-forged',
  'goes on after removed': 'removed',
  'forgets everything at a restart': 'restart',
  'forgets handled events at a restart': 'restart',
  'acknowledges before the effect': 'event-crash',
  'stores handled events only when it stops': 'event-crash',
  'charges again for a repeated event': 'event-repeated',
  'charges with a new key at each attempt': 'event-charge',
  'charges for each click of its page with a new key': 'page-charge',
  'charges with one key for everything': 'requests',
  'proposes a record of its own': 'requests',
  'writes its credentials to its output': 'secrets',
  'answers with the secret that it expects': 'secrets',
} as const;
export type Defect = keyof typeof DEFECTS;

export const POLLER_DEFECTS = {
  'never polls': 'poll',
  'stores its state in a folder of its own': 'state',
  'handles a page in any order': 'poll-order',
  'handles the events of a repeated page again': 'poll-repeated',
  'stores the cursor before the effect': 'poll-effect',
  'forgets its cursor at a restart': 'poll-restart',
  'stores its cursor only when it stops': 'poll-restart',
  'proposes again at each start': 'poll-restart',
  'asks with an expired cursor for ever': 'poll-expired',
  'ends at an expired cursor': 'poll-expired',
  'polls on after it was removed': 'poll-removed',
  'settles a hold with a list as body': 'requests',
  'never settles its hold': 'holds',
  'asks again at once when there is nothing new': 'poll-pace',
  'asks again at once when it is told to wait': 'poll-busy',
  'repeats a request with another key': 'poll-effect',
  'makes other keys after each start': 'poll-charge',
  'fails at a type of event that it asks for': 'poll-types',
  'charges again when the review of a source is repeated': 'poll-repeated',
  'writes its credentials to its output': 'secrets',
} as const;
export type PollerDefect = keyof typeof POLLER_DEFECTS;

export const PLUGIN_ID = 'ir.example.plugin';
export const EXAMPLE_VERSION = '1.0.0';
export const EXAMPLE_MANIFEST = `schema: '1'
id: ${PLUGIN_ID}
version: ${EXAMPLE_VERSION}
publisher: example
kind: external
plugin_api: '1.0'
names: { en: Example }
base_url: http://localhost:8090
scopes: { records.own: Stores notes, cases.read: Finds cases, wallet.consume: Sells events, proposals.case: Proposes cases, sources.intake.document: Brings in letters }
records:
  - type: note
    names: { en: Note }
    schema: { type: object, properties: { text: { type: string }, revision: { type: integer } } }
proposals: [{ record_type: case, actions: [create] }]
sources: [document]
services: [{ key: event, names: { en: Event }, unit: event }]
plans: [{ key: basic, names: { en: Basic }, rates: { event: '0.5' } }]
tools:
  - name: find_note
    description: Finds a note.
    input_schema: { type: object, required: [text], properties: { text: { type: string } } }
events: [plugin.plan.changed, plugin.settings.changed]
ui: { app: { path: /app, names: { en: Example } } }
`;
