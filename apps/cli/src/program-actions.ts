import type { Command } from 'commander';
import type { ConnectionFlags } from './connection.js';
import type { ExitCode } from './exit-codes.js';
import type { Language, Terminal } from './terminal.js';

/** Options that every command takes. */
export interface GlobalOptions extends ConnectionFlags {
  readonly json?: boolean;
  readonly lang?: Language;
}
/** Runs a command with its arguments and options. */
export type Run<Options> = (
  terminal: Terminal,
  args: readonly string[],
  options: Options & GlobalOptions,
) => Promise<ExitCode>;

/** Defines what a command does. */
export type AddAction = <Options>(command: Command, run: Run<Options>) => void;

/** Collects the values of an option that may be repeated. */
export const collected = (value: string, before: readonly string[] = []): readonly string[] => [...before, value];

/** Where credentials go that a command shows only once. */
export const intoFile = (command: Command): Command =>
  command
    .option('--file <file>', 'write them into this file, which only its owner may read; the default is stdout')
    .option('--force', 'replace files that exist already');
