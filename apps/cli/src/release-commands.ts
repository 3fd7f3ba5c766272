import { Option, type Command } from 'commander';
import type { SubmitOptions } from './commands/release-submit.js';
import type { AppealOptions, CommentOptions } from './commands/release-conversation.js';
import type { ReturnOptions } from './commands/release-return.js';
import type { WaitOptions } from './commands/release-wait.js';
import type { AddAction } from './program-actions.js';
import { addRolloutCommand } from './rollout-commands.js';

const oidc = new Option('--oidc', 'exchange the identity token of this CI job for a key; no stored key is used');
const trust = new Option('--trust <trust>', 'with --oidc: id of the trust, from the operator of the hub');
const audience = new Option(
  '--audience <text>',
  'with --oidc: audience of the token (default: the address of the hub)',
);

/** `kushk release …` */
export function addReleaseCommands(program: Command, addAction: AddAction): void {
  const release = program.command('release').description('manage the releases of your plugins');
  addSubmit(release, addAction);
  addReturn(release, addAction);
  addAction(
    release
      .command('list')
      .argument('[plugin]', 'a plugin, to list all its releases')
      .description('show whose key it is, and the newest release of each plugin'),
    async (terminal, [pluginId], options) =>
      (await import('./commands/release-list.js')).listReleases(terminal, pluginId, options),
  );
  addAction(
    release
      .command('status')
      .argument('<plugin>')
      .argument('<version>')
      .description("show a release with its status and the reviewer's notes"),
    async (terminal, [pluginId = '', version = ''], options) =>
      (await import('./commands/release.js')).showRelease(terminal, { pluginId, version }, options),
  );
  addWait(release, addAction);
  addAction<{ reason: string }>(
    release
      .command('withdraw')
      .argument('<plugin>')
      .argument('<version>')
      .description('withdraw a release permanently')
      .requiredOption('--reason <text>', 'reason, for the record'),
    async (terminal, [pluginId = '', version = ''], options) =>
      (await import('./commands/release.js')).withdrawRelease(terminal, { pluginId, version }, options),
  );
  addConversation(release, addAction);
  addRolloutCommand(release, addAction, 'publisher');
}

function addConversation(release: Command, addAction: AddAction): void {
  const commands = () => import('./commands/release-conversation.js');
  addAction<CommentOptions>(
    release
      .command('comment')
      .argument('<plugin>')
      .argument('<version>')
      .description('answer the reviewer of a release')
      .requiredOption('--text <text>', 'the comment')
      .option('--path <pointer>', 'place in the manifest, such as /scopes/cases.read'),
    async (terminal, [pluginId = '', version = ''], options) =>
      (await commands()).commentOnRelease(terminal, { pluginId, version }, options),
  );
  addAction<AppealOptions>(
    release
      .command('appeal')
      .argument('<plugin>')
      .argument('<version>')
      .description('appeal once against a rejection, within 30 days')
      .requiredOption('--text <text>', 'why the rejection is wrong'),
    async (terminal, [pluginId = '', version = ''], options) =>
      (await commands()).appealRejection(terminal, { pluginId, version }, options),
  );
}

function addReturn(release: Command, addAction: AddAction): void {
  addAction<ReturnOptions>(
    release
      .command('return')
      .argument('<plugin>')
      .argument('<version>', 'the earlier version')
      .description('publish the content of an earlier release under a higher version')
      .requiredOption('--as <version>', 'the higher version')
      .requiredOption('--reason <text>', 'reason, for the record')
      .option('--dry-run', 'show what it would lose, without publishing'),
    async (terminal, [pluginId = '', version = ''], options) =>
      (await import('./commands/release-return.js')).returnRelease(terminal, { pluginId, version }, options),
  );
}

function addSubmit(release: Command, addAction: AddAction): void {
  addAction<SubmitOptions>(
    release
      .command('submit')
      .argument('<file>', 'the manifest')
      .description('submit a release for review')
      .option('--tier <tier>', 'requested tier: community, verified or private')
      .option('--notes <text>', 'what changed, and how a reviewer can try it')
      .option('--notes-file <file>', 'file with the notes')
      .option('--replaces <version>', 'version under review that this one replaces, which is withdrawn')
      .option(
        '--stages <stages>',
        'move installations by stages of PERCENT:HOURS, such as 10:24,50:24,100 (default: all at once)',
      )
      .option(
        '--halt <rule>',
        'with --stages: halt by itself at POINTS:CALLS:INSTALLATIONS, the percentage points of further failures among at least so many calls on so many installations (default: 5:50:2)',
      )
      .addOption(
        new Option('--if-exists <what>', 'same: succeed if the version exists with the same manifest')
          .choices(['fail', 'same'])
          .default('fail'),
      )
      .option('--allow-refused', 'send it even if no instance would offer it')
      .option('--wait', 'then wait for the review, with the same key')
      .addOption(
        new Option('--until <status>', 'with --wait: status to wait for (default: published)').choices([
          'approved',
          'published',
        ]),
      )
      .option('--timeout <duration>', 'with --wait: maximum time (default: 30m)')
      .addOption(oidc)
      .addOption(trust)
      .addOption(audience),
    async (terminal, [file = ''], options) =>
      (await import('./commands/release-submit.js')).submitRelease(terminal, file, options),
  );
}

function addWait(release: Command, addAction: AddAction): void {
  addAction<WaitOptions>(
    release
      .command('wait')
      .argument('[plugin]')
      .argument('[version]')
      .description('wait until a release is approved or published; other outcomes have their own exit codes')
      .option('--from <file>', 'output of submit --json, instead of plugin and version')
      .addOption(
        new Option('--until <status>', 'status to wait for').choices(['approved', 'published']).default('published'),
      )
      .option('--timeout <duration>', 'maximum time: 90s, 30m, 2h; 0 checks once', '30m')
      .addOption(
        new Option('--format <format>', 'github: report a failure as an annotation')
          .choices(['text', 'github'])
          .default('text'),
      )
      .addOption(oidc)
      .addOption(trust)
      .addOption(audience),
    async (terminal, [plugin, version], options) =>
      (await import('./commands/release-wait.js')).waitForRelease(terminal, { plugin, version }, options),
  );
}
