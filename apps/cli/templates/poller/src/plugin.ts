/** What the plugin does with its events. The SDK stores the cursor, and handles each event once. */
import {
  createPlugin,
  dateIn,
  KushkError,
  timeIn,
  type EventData,
  type KushkClient,
  type Plugin,
  type PluginStore,
} from '@kushk/plugin-sdk';

/** The data of a record, as the manifest describes it. */
type Reminder = { title: string; day: string; outcome: string; reason: string | null };

export function createReminderPlugin(store: PluginStore): Plugin {
  return createPlugin({
    id: 'ir.example.reminders',
    store,

    // The credentials are new. This may run again after a crash, so everything in it can be repeated.
    onInstalled: ({ client }) => addReminder(client, 'welcome', 'Try the reminders'),

    events: {
      // Somebody has applied or rejected a proposal. The same event comes again when a reason is written later.
      'plugin.proposal.settled': ({ data }, { client }) => settleReminder(client, data),
      'plugin.wallet.low': () => console.log('the MU are running out'),
      '*': ({ type, id }) => console.log(`${type} ${id}`),
    },

    log: ({ call, type, outcome, error }) => console.log([call, type, outcome, error].filter(Boolean).join(' ')),
  });
}

/** Stores a reminder for tomorrow and proposes its event. It continues where an earlier attempt stopped. */
async function addReminder(client: KushkClient, id: string, title: string): Promise<void> {
  const { timezone } = (await client.installation()).locale; // that of the organisation, wherever this process runs
  const tomorrow = dateIn(timezone, 1);
  const reminder = (await find(client, id))?.data ?? { title, day: tomorrow, outcome: 'pending', reason: null };
  if (reminder.outcome !== 'pending') return;
  await client.records<Reminder>('reminder').put(id, reminder);
  const { day } = reminder;
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
  const work = async () => {
    await client
      .records<Reminder>('reminder')
      .put(id, { ...record.data, outcome, reason }, { ifMatch: record.revision });
    return { result: undefined };
  };
  if (outcome !== 'applied') return void (await work());
  await client.wallet.charge({ service: 'reminder.create', count: 1, reference: id }, work, {
    idempotencyKey: `reminder.${id}`,
  });
}

async function find(client: KushkClient, id: string) {
  try {
    return await client.records<Reminder>('reminder').get(id);
  } catch (error) {
    if (KushkError.is(error, 'record.not_found')) return null;
    throw error;
  }
}
