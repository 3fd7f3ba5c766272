/** Defines the commands and their options. The code of a command is loaded only when it runs. */
import { Argument, Command, InvalidArgumentError, Option } from 'commander';
import { SERVICES, type Service } from './built-service.js';
import { EXIT, EXIT_CODES_HELP, Failure, type ExitCode } from './exit-codes.js';
import type { BackupOptions } from './backup.js';
import type { CheckOptions } from './check.js';
import type { InitOptions } from './init.js';
import type { ParkedCommandOptions } from './parked.js';
import type { RotateOptions } from './rotate.js';
import type { RebuildCommandOptions } from './rebuild.js';
import type { RestoreOptions } from './restore.js';
import type { StreamsCommandOptions, StreamsResetOptions } from './streams.js';
import type { VerifyOptions } from './verify.js';

const service = (): Argument => new Argument('<service>', 'the service').choices(SERVICES);

/** Builds the program. `onExit` receives the exit code of the command. */
export function programFor(onExit: (exitCode: ExitCode) => void): Command {
  const program = new Command('kushk-deploy')
    .description('Operate a deployment of Kushk, in the environment of one of its services.')
    .exitOverride()
    .showHelpAfterError('(see --help)')
    .addHelpText('afterAll', EXIT_CODES_HELP);
  program
    .command('parked')
    .description('List the facts that a service has parked, or replay them, oldest first.')
    .addArgument(service())
    .option('--replay', 'run the reactions again, and publish again what the relay has parked')
    .option('--reaction <name>', 'only the facts of one reaction; "relay" for those that could not be published')
    .option('--event <id>', 'only one fact')
    .option('--json', 'print the result as one JSON document')
    .action(async (name: Service, options: ParkedCommandOptions) => {
      const { runParked } = await import('./parked.js');
      onExit(await runParked(name, options));
    });
  program
    .command('rebuild')
    .description('Compare the state rows and views of a service with its log, while the service runs.')
    .addArgument(service())
    .option('--replace', 'replace those that differ')
    .option('--json', 'print the result as one JSON document')
    .action(async (name: Service, options: RebuildCommandOptions) => {
      const { runRebuild } = await import('./rebuild.js');
      onExit(await runRebuild(name, options));
    });
  program
    .command('finish-upgrade')
    .description(
      'Raise the log format of a service, once every process of it runs the new version. There is no way back after that.',
    )
    .addArgument(service())
    .action(async (name: Service) => {
      const { runFinishUpgrade } = await import('./finish-upgrade.js');
      onExit(await runFinishUpgrade(name));
    });
  addStreams(program, onExit);
  addFolder(program, onExit);
  addBackups(program, onExit);
  return program;
}

function addStreams(program: Command, onExit: (exitCode: ExitCode) => void): void {
  const streams = program
    .command('streams')
    .description(
      'Manage the JetStream streams of a hub or an instance, in an environment with the login of its user streams.',
    );
  streams
    .command('create')
    .description(
      'Create missing streams, update those with another configuration, and restart the replication of releases. Before each start of a new version.',
    )
    .addOption(
      new Option(
        '--replicas <count>',
        'copies of each stream; by default as many as it has, and three where KUSHK_NATS_URL names three servers',
      ).choices(['1', '3', '5']),
    )
    .option('--instance <id...>', 'of a hub: the instances on the same NATS server')
    .action(async (options: StreamsCommandOptions) => {
      const { runStreamsCreate } = await import('./streams.js');
      onExit(await runStreamsCreate(options));
    });
  streams
    .command('reset')
    .description(
      'Delete the facts in JetStream and have them published again from the logs. After PostgreSQL or NATS was restored, or a standby was promoted that may lack commits.',
    )
    .addOption(
      new Option('--service <name...>', 'only the facts of these services; by default of all in the scope').choices(
        SERVICES,
      ),
    )
    .action(async (options: StreamsResetOptions) => {
      const { runStreamsReset } = await import('./streams.js');
      onExit(await runStreamsReset(options));
    });
}

function addFolder(program: Command, onExit: (exitCode: ExitCode) => void): void {
  program
    .command('init')
    .description('Write the secrets, environments and server files of a hub or an instance to a folder.')
    .argument('<folder>', 'the folder; with the answers of an earlier run, it is brought up to date')
    .option('--answers <file>', 'the answers as YAML; by default those of the folder, or questions at the terminal')
    .option('--force', 'replace secrets of the folder by those of the files that the answers name')
    .action(async (folder: string, options: InitOptions) => {
      const { runInit } = await import('./init.js');
      onExit(await runInit(folder, options));
    });
  program
    .command('check')
    .description('Try everything that the processes of a folder need: servers, logins, rights, certificates, clock.')
    .argument('<folder>', 'the folder that init has written')
    .option('--json', 'print the result as one JSON document')
    .action(async (folder: string, options: CheckOptions) => {
      const { runCheck } = await import('./check.js');
      onExit(await runCheck(folder, options));
    });
  program
    .command('rotate')
    .description('Replace a secret, key or certificate of a folder. With --list DIR, list them with their age.')
    .argument('<name>', 'what to replace; with --list, the folder')
    .argument('[folder]', 'the folder that init has written')
    .option('--list', 'list what can be replaced, its age, and what is to be done then')
    .option('--finish', 'the second step, after the processes know the new key')
    .option('--restarted', 'with --finish: what the first step named has been restarted')
    .action(async (name: string, folder: string | undefined, options: RotateOptions & { readonly list?: true }) => {
      const { runRotate, runRotateList } = await import('./rotate.js');
      if (options.list) return onExit(runRotateList(folder ?? name));
      if (folder === undefined) throw new Failure(EXIT.usage, 'rotate NAME DIR: the folder is missing');
      onExit(await runRotate(name, folder, options));
    });
}

function addBackups(program: Command, onExit: (exitCode: ExitCode) => void): void {
  program
    .command('backup')
    .description(
      'Back up PostgreSQL, the contents on the disk, and the secrets of a hub or an instance, while it runs.',
    )
    .argument('<folder>', 'the folder that init has written')
    .requiredOption('--to <folder>', 'the folder of the backups; its folder wal is where PostgreSQL archives its log')
    .option(
      '--secrets <folder>',
      'where an archive of the secrets goes, unencrypted; by default they are not backed up',
    )
    .option('--keep <count>', 'how many backups stay, with the log since the oldest of them', positiveCount, 7)
    .option('--metrics <folder>', "folder of the node exporter's textfile collector")
    .action(async (folder: string, options: BackupOptions) => {
      const { runBackup } = await import('./backup.js');
      onExit(await runBackup(folder, options));
    });
  program
    .command('restore')
    .description('Restore PostgreSQL and the contents of a hub or an instance to a moment. Its services are stopped.')
    .argument('<folder>', 'the folder that init has written; when it does not exist, it is restored as well')
    .requiredOption('--from <folder>', 'the folder of the backups')
    .requiredOption('--data <folder>', 'the data folder of PostgreSQL, which is empty or does not exist')
    .option('--at <time>', 'the moment, with a zone or in Tehran time; by default everything that is archived')
    .option('--secrets <file>', 'the archive of the secrets, when it is not where the backup has written it')
    .option('--postgres <folder>', 'the folder of the program postgres, which recovers; by default the search path')
    .option('--force', 'rename a data folder that is not empty')
    .action(async (folder: string, options: RestoreOptions) => {
      const { runRestore } = await import('./restore.js');
      onExit(await runRestore(folder, options));
    });
  program
    .command('verify')
    .description(
      'Compare everything of a running hub or instance: views with logs, wallets, contents, logs with streams, hub with instance. After a restore, and in drills.',
    )
    .argument('<folder>', 'the folder that init has written')
    .option('--json', 'print the result as one JSON document')
    .action(async (folder: string, options: VerifyOptions) => {
      const { runVerify } = await import('./verify.js');
      onExit(await runVerify(folder, options));
    });
}

function positiveCount(value: string): number {
  const count = Number(value);
  if (!Number.isInteger(count) || count < 1) throw new InvalidArgumentError('It must be a whole number from 1.');
  return count;
}
