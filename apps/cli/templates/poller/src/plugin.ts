/** What the plugin does with its events. The SDK stores the cursor, and handles each event once. */
import {
  createPlugin,
  dateIn,
  KushkError,
  timeIn,
  type EventData,
  type KushkClient,
  type Plugin,
  type PluginRecord,
  type PluginStore,
} from '@kushk/plugin-sdk';

/** The data of a record, as the manifest describes it. */
type Reminder = { title: string; day: string; outcome: string; reason: string | null };

export function createReminderPlugin(store: PluginStore): Plugin {
  return createPlugin({
    id: 'ir.example.reminders',
    store,

    // The credentials are new. This may run again after a crash, so everything in it can be repeated.
    onInstalled: ({ client }) => bringIn(client, 'welcome', 'Try the reminders'),

    // The same event may come again, with the same id: the SDK leaves it out. After an error, its page comes again.
    events: {
      // A person has accepted or dismissed a source of the plugin.
      'plugin.source.reviewed': ({ data }, { client }) => proposeReminder(client, data),
      // Somebody has applied or rejected a proposal. The same event comes again when a reason is written later.
      'plugin.proposal.settled': ({ data }, { client }) => settleReminder(client, data),
      'plugin.wallet.low': () => console.log('the MU are running out'),
      '*': ({ type, id }) => console.log(`${type} ${id}`),
    },

    log: ({ call, type, outcome, error }) => console.log([call, type, outcome, error].filter(Boolean).join(' ')),
  });
}

/** Stores a reminder for tomorrow, and brings in the note that it comes from, which a person reviews. */
async function bringIn(client: KushkClient, id: string, title: string): Promise<void> {
  const { timezone } = (await client.installation()).locale; // that of the organisation, wherever this process runs
  const reminder: Reminder = { title, day: dateIn(timezone, 1), outcome: 'pending', reason: null };
  const record = (await find(client, id)) ?? (await client.records<Reminder>('reminder').put(id, reminder));
  // The same content of the same time is the same source, so a repetition brings in nothing new.
  const content = {
    content_type: 'text/plain',
    content: `Remind us: ${title}`,
    occurred_at: record.created_at,
  } as const;
  await client.submitSource({ external_id: id, kind: 'document', title, ...content });
}

/** Proposes the event of a reminder whose note was accepted. */
async function proposeReminder(
  client: KushkClient,
  { external_id: id, outcome, reason }: EventData['plugin.source.reviewed'],
): Promise<void> {
  const record = await find(client, id);
  if (record === null || record.data.outcome !== 'pending') return;
  if (outcome === 'dismissed') return store(client, record, { outcome: 'rejected', reason });
  const { timezone } = (await client.installation()).locale;
  const { title, day } = record.data;
  const changes = { title, starts_at: timeIn(timezone, day, '09:00'), ends_at: timeIn(timezone, day, '09:30') };
  await client.propose(
    { external_id: id, record_type: 'calendar_event', action: 'create', changes, summary: title },
    { idempotencyKey: `reminder.${id}` },
  );
}

/** Stores what people decided, and charges for a reminder that they wanted: exactly once, because of the key. */
async function settleReminder(
  client: KushkClient,
  { external_id: id, outcome, reason }: EventData['plugin.proposal.settled'],
): Promise<void> {
  const record = await find(client, id);
  if (record === null) return;
  const work = async () => ({ result: await store(client, record, { outcome, reason }) });
  if (outcome !== 'applied') return void (await work());
  // The key is made of the id of the reminder, so an attempt after a crash pays nothing twice.
  await client.wallet.charge({ service: 'reminder.create', count: 1, reference: id }, work, {
    idempotencyKey: `reminder.${id}`,
  });
}

async function store(
  client: KushkClient,
  { external_id: id, data, revision }: PluginRecord<Reminder>,
  decided: Pick<Reminder, 'outcome' | 'reason'>,
): Promise<void> {
  await client.records<Reminder>('reminder').put(id, { ...data, ...decided }, { ifMatch: revision });
}

async function find(client: KushkClient, id: string) {
  try {
    return await client.records<Reminder>('reminder').get(id);
  } catch (error) {
    if (KushkError.is(error, 'record.not_found')) return null;
    throw error;
  }
}
