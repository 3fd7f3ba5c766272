/** Translates the help and the errors of the command line. */
import type { Command } from 'commander';
import { PERSIAN_ERRORS, PERSIAN_HELP } from './persian-help.js';
import type { Language } from './phrase.js';

const persian = (text: string): string => PERSIAN_HELP[text] ?? text;

/** Call this after all commands were added. */
export function translateHelp(program: Command, language: Language): void {
  if (language === 'en') return;
  translateCommand(program);
}

function translateCommand(command: Command): void {
  command.description(persian(command.description()));
  command.helpOption('-h, --help', persian('display help for command'));
  if (command.commands.length > 0) command.helpCommand('help [command]', persian('display help for command'));
  command.showHelpAfterError(persian('(see --help)'));
  for (const option of command.options) {
    option.description = persian(option.description);
    if (option.helpGroupHeading !== undefined) option.helpGroup(persian(option.helpGroupHeading));
  }
  for (const argument of command.registeredArguments) argument.description = persian(argument.description);
  command.configureHelp({ ...command.configureHelp(), styleTitle: persian });
  command.configureOutput({ outputError: (text, write) => write(persianError(text)) });
  for (const child of command.commands) translateCommand(child);
}

function persianError(text: string): string {
  return PERSIAN_ERRORS.reduce((translated, [pattern, replacement]) => translated.replace(pattern, replacement), text);
}
