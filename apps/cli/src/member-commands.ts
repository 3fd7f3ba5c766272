import type { Command } from 'commander';
import type { AddAction } from './program-actions.js';

/** `kushk operator members …` */
export function addMemberCommands(program: Command, addAction: AddAction): void {
  const operator = program.commands.find((command) => command.name() === 'operator') ?? program;
  const members = operator.command('members').description('manage the people who may use the portal of a publisher');
  const commands = () => import('./commands/operator-members.js');
  addAction(
    members.command('list').argument('<publisher>').description('list the people of a publisher with their ids'),
    async (terminal, [publisher = ''], options) => (await commands()).listMembers(terminal, publisher, options),
  );
  addAction<{ name: string }>(
    members
      .command('add')
      .argument('<publisher>')
      .argument('<subject>', 'the sub claim of their access tokens')
      .description('let a person use the portal of a publisher, from the next request on')
      .requiredOption('--name <name>', 'name of the person'),
    async (terminal, [publisher = '', subject = ''], options) =>
      (await commands()).addMember(terminal, { publisher, subject }, options),
  );
  addAction(
    members
      .command('remove')
      .argument('<publisher>')
      .argument('<id>', 'id that the list shows')
      .description('remove a person from a publisher'),
    async (terminal, [publisher = '', id = ''], options) =>
      (await commands()).removeMember(terminal, { publisher, id }, options),
  );
}
