/** The commands `kushk review …`, for reviewers. */
import { Option, type Command } from 'commander';
import type { ApproveOptions, QueueOptions, RejectOptions, RequestChangesOptions } from './commands/review.js';
import { DEFAULT_LIMIT } from './list-limit.js';
import type { AddAction } from './program-actions.js';

const STATUSES = ['submitted', 'in_review', 'approved', 'rejected', 'withdrawn'];
const TIERS = ['community', 'verified', 'private'];

export function addReviewCommands(program: Command, addAction: AddAction): void {
  const review = program.command('review').description('for reviewers: look at submitted releases and decide');
  const commands = () => import('./commands/review.js');
  addAction<QueueOptions>(
    review
      .command('list')
      .description('list the releases that wait for a decision, oldest first')
      .addOption(new Option('--status <status>', 'only this status, also a decided one').choices(STATUSES))
      .option('--search <text>', 'name or id of the plugin, version or publisher')
      .option('--mine', 'only what you have taken')
      .option('--limit <count>', 'at most this many', DEFAULT_LIMIT),
    async (terminal, _args, options) => (await commands()).listReviews(terminal, options),
  );
  const ofRelease = (name: string): Command => review.command(name).argument('<plugin>').argument('<version>');
  addAction(
    ofRelease('show').description('show a release: note, difference, checks, and what it asks for'),
    async (terminal, [pluginId = '', version = ''], options) =>
      (await commands()).showReview(terminal, { pluginId, version }, options),
  );
  addAction(
    ofRelease('take').description('take a release, so that nobody else decides'),
    async (terminal, [pluginId = '', version = ''], options) =>
      (await commands()).takeReview(terminal, { pluginId, version }, options),
  );
  addAction(
    ofRelease('give-back').description('return a release to the queue'),
    async (terminal, [pluginId = '', version = ''], options) =>
      (await commands()).giveBackReview(terminal, { pluginId, version }, options),
  );
  addAction<ApproveOptions>(
    ofRelease('approve')
      .description('approve and sign a release that you have taken')
      .addOption(new Option(`--tier <${TIERS.join('|')}>`, 'tier that it gets; required').choices(TIERS))
      .option('--notes <text>', 'notes for the publisher')
      .option('--notes-file <file>', 'file with the notes')
      .option('--publish', 'also publish it to all instances'),
    async (terminal, [pluginId = '', version = ''], options) =>
      (await commands()).approveRelease(terminal, { pluginId, version }, options),
  );
  addAction<RequestChangesOptions>(
    ofRelease('request-changes')
      .description('ask the publisher of a release that you have taken for changes')
      .option('--notes <text>', 'what the publisher must change')
      .option('--notes-file <file>', 'file with the notes')
      .option(
        '--comment <comment>',
        'POINTER=TEXT: a comment on a place of the manifest, such as /scopes/cases.read; may be repeated',
        (comment: string, before: readonly string[] = []) => [...before, comment],
      ),
    async (terminal, [pluginId = '', version = ''], options) =>
      (await commands()).requestChanges(terminal, { pluginId, version }, options),
  );
  addAction<RejectOptions>(
    ofRelease('reject')
      .description('reject a release that you have taken')
      .option('--notes <text>', 'what the publisher must change')
      .option('--notes-file <file>', 'file with the notes'),
    async (terminal, [pluginId = '', version = ''], options) =>
      (await commands()).rejectRelease(terminal, { pluginId, version }, options),
  );
}
