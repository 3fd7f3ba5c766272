/** The reminders: records of this plugin, each with a proposal for the calendar. */
import { KushkError, timeIn, type EventData, type KushkClient } from '@kushk/plugin-sdk';

/** The data of a record, as the manifest describes it. */
type Reminder = { title: string; day: string; outcome: string; reason: string | null; revision: number };

export interface NewReminder {
  readonly id: string;
  readonly title: string;
  /** A date of the organisation: `dateIn(locale.timezone, 1)` is its tomorrow, wherever this server runs. */
  readonly day: string;
}

/** Stores a reminder and proposes its event. With the same id it continues where an earlier attempt stopped. */
export async function addReminder(client: KushkClient, { id, title, day }: NewReminder): Promise<void> {
  const reminder = (await find(client, id))?.data ?? { title, day, outcome: 'pending', reason: null, revision: 0 };
  if (reminder.outcome !== 'pending') return;
  await client.records<Reminder>('reminder').put(id, reminder);
  // Here `client` may be a person's, which gets no secret settings: read those with the plugin's own client.
  const { settings, locale } = await client.installation();
  const hour = String(settings['hour'] ?? 9).padStart(2, '0');
  const event = {
    title: reminder.title,
    starts_at: timeIn(locale.timezone, reminder.day, `${hour}:00`),
    ends_at: timeIn(locale.timezone, reminder.day, `${hour}:30`),
  };
  await client.propose(
    { external_id: id, record_type: 'calendar_event', action: 'create', changes: event, summary: reminder.title },
    { idempotencyKey: `reminder.${id}` },
  );
}

/** The metered service: reserves the price, adds the reminder for the person, and pays only when that succeeded. */
export function sellReminder(client: KushkClient, person: KushkClient, reminder: NewReminder): Promise<void> {
  const work = async () => ({ result: await addReminder(person, reminder) });
  // The key makes a repetition safe: the same reminder is never paid twice.
  const options = { idempotencyKey: `reminder.${reminder.id}` };
  return client.wallet.charge({ service: 'reminder.create', count: 1, reference: reminder.id }, work, options);
}

/** Stores what people decided about a proposal. */
export async function settleReminder(
  client: KushkClient,
  { external_id: id, outcome, reason, revision }: EventData['plugin.proposal.settled'],
): Promise<void> {
  const record = await find(client, id);
  // An older event may come after a newer one, such as the one with the reason.
  if (record === null || record.data.revision >= revision) return;
  const data = { ...record.data, outcome, reason, revision };
  await client.records<Reminder>('reminder').put(id, data, { ifMatch: record.revision });
}

export async function findReminders(person: KushkClient, text: string): Promise<readonly Reminder[]> {
  const found: Reminder[] = [];
  for await (const { data } of person.records<Reminder>('reminder').all())
    if (data.title.includes(text) && found.length < 50) found.push(data);
  return found;
}

async function find(client: KushkClient, id: string) {
  try {
    return await client.records<Reminder>('reminder').get(id);
  } catch (error) {
    if (KushkError.is(error, 'record.not_found')) return null;
    throw error;
  }
}
