/** What the plugin does when the platform calls it. The SDK verifies every call before a function here runs. */
import { createPlugin, dateIn, type Plugin, type PluginLogLine, type PluginStore, type Trust } from '@kushk/plugin-sdk';
import { addReminder, findReminders, settleReminder } from './reminders.js';

/** The id of the manifest. */
export const ID = 'ir.example.reminders';

export interface ReminderPluginOptions {
  readonly trust: Trust;
  readonly store: PluginStore;
}

export function createReminderPlugin({ trust, store }: ReminderPluginOptions): Plugin {
  return createPlugin({
    id: ID,
    trust,
    store,

    // An admin has installed the plugin. This may run again after a crash, so everything in it can be repeated.
    // The service waits ten seconds: do what takes longer afterwards.
    async onInstalled({ client }) {
      const { locale } = await client.installation();
      await addReminder(client, { id: 'welcome', title: 'Try the reminders', day: dateIn(locale.timezone, 1) });
    },

    // An admin has removed the plugin. Delete here what you keep of this customer elsewhere. This may run again.
    onRemoved({ installation_id: id }) {
      console.log(`${id} was removed`);
    },

    events: {
      // Somebody has applied or rejected a proposal. The same event comes again when a reason is written later.
      'plugin.proposal.settled': ({ data }, { client }) => settleReminder(client, data),
      'plugin.wallet.low': () => console.log('the MU are running out'),
    },

    tools: {
      // `person` sees exactly what the person who asks the assistant may see. Only `client`, which is beside it, reads
      // secret settings: (await client.installation()).settings
      find_reminders: ({ text }, { person }) => findReminders(person, typeof text === 'string' ? text : ''),
    },

    log: (line) => console.log(textOf(line)), // never contains a secret
  });
}

/**
 * One call in one line: `200 tool find_reminders answered 12 ms`. After a failure, below it where the error was thrown.
 * For a log service, log the whole object as JSON.
 */
function textOf({ status, call, tool, type, outcome, duration_ms: ms, error, stack }: PluginLogLine): string {
  const what = [status, call, tool ?? type, outcome].filter((part) => part !== undefined).join(' ');
  const reason = error === undefined ? '' : `: ${error}`;
  const place = (stack?.split('\n') ?? []).map((frame) => `\n    ${frame}`).join('');
  return `${what} ${ms} ms${reason}${place}`;
}
