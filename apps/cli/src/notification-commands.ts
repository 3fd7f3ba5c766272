/** The commands `kushk notifications …`, for people of an organisation, and `kushk operator notifications …`. */
import type { Command } from 'commander';
import { DEFAULT_LIMIT } from './list-limit.js';
import type { AddAction } from './program-actions.js';

export function addNotificationCommands(program: Command, addAction: AddAction): void {
  const notifications = program
    .command('notifications')
    .description('show what happened in the organisation and what waits for you');
  addOwnCommands(notifications, addAction, 'person');
  const operator = program.commands.find((command) => command.name() === 'operator') ?? program;
  addOwnCommands(
    operator.command('notifications').description('show what needs your attention on the hub'),
    addAction,
    'staff',
  );
}

function addOwnCommands(notifications: Command, addAction: AddAction, who: 'person' | 'staff'): void {
  const commands = () => import('./commands/notifications.js');
  addAction<{ limit: string }>(
    notifications
      .command('list')
      .description('list your notifications, newest first')
      .option('--limit <count>', 'at most this many', DEFAULT_LIMIT),
    async (terminal, _args, options) => (await commands()).listNotifications(terminal, who, options),
  );
  addAction<{ until?: string }>(
    notifications
      .command('read')
      .description('mark your notifications as read')
      .option('--until <time>', 'only those up to this time of the list; the default is now'),
    async (terminal, _args, options) => (await commands()).readNotifications(terminal, who, options),
  );
  addAction<{ page?: string; email?: string }>(
    notifications
      .command('preferences')
      .argument('[kind]')
      .description('show which notifications you want, or change one kind')
      .option('--page <on|off>', 'whether the page lists this kind')
      .option('--email <off|at_once|daily>', 'whether this kind is sent by e-mail'),
    async (terminal, [kind], options) => (await commands()).showPreferences(terminal, { who, kind }, options),
  );
}
