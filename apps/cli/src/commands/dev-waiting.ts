/** What a person does with a click, for scripts and a second terminal: `kushk dev apply`, `undo`, `reject`, `reason` */
import type { ListedProposal } from '@kushk/contracts';
import { adminConnection } from '../connection.js';
import { waitingItems } from '../dev/dev-feed.js';
import { installationOf, type InstalledPluginOptions } from '../dev/installed-plugin.js';
import { InstanceClient } from '../dev/instance-client.js';
import { eventsLine, isListed } from '../dev/unsent-events.js';
import { acceptItem, rejectItem, type WaitingItem } from '../dev/waiting-item.js';
import { EXIT, type ExitCode } from '../exit-codes.js';
import { Failure } from '../failure.js';
import { phrase, textOf } from '../phrase.js';
import { printable, table, type Terminal } from '../terminal.js';

export interface RejectOptions extends InstalledPluginOptions {
  readonly reason?: string;
  /** Settles every proposal that waits, at most a page of the list. */
  readonly all?: boolean;
}

/** Settles what has this id, or the one thing that waits. Where several wait, it lists them. */
export async function settleWaiting(
  terminal: Terminal,
  { decision, id }: { readonly decision: 'apply' | 'reject'; readonly id: string | undefined },
  options: RejectOptions,
): Promise<ExitCode> {
  const client = new InstanceClient(adminConnection(options), terminal.language);
  const { installation_id, plugin_id: pluginId, status, delivery } = await installationOf(client, options);
  const waiting = await waitingItems(client, { id: installation_id, pluginId });
  const proposals = waiting.filter(({ kind }) => kind === 'proposal');
  if (options.all === true && proposals.length > 0)
    return await settleAll(terminal, client, {
      ids: proposals.map((one) => one.id),
      action: decision,
      reason: options.reason ?? null,
    });
  const item = chosenItem(waiting, id);
  if (item === null) {
    const first = printable(waiting[0]?.id ?? '');
    terminal.result({ waiting }, [
      terminal.translate`several wait: name one by its id, such as "kushk dev ${decision} ${first}"`,
      ...waitingLines(waiting),
    ]);
    return EXIT.usage;
  }
  const { reason = null } = options;
  const settled = await (decision === 'apply' ? acceptItem(client, item) : rejectItem(client, item, reason));
  terminal.result({ ...item, decision }, [
    `${terminal.paint('green', '✓')} ${printable(item.title)}: ${textOf(settled, terminal.language)}`,
    ...nextLines(terminal, item, { isRemoved: status === 'removed', isPolling: delivery === 'poll' }),
    ...leftLines(
      terminal,
      decision,
      waiting.filter((one) => one !== item),
    ),
  ]);
  return EXIT.ok;
}

/** Names the event that reports the decision to the plugin, and the command that shows it. */
function nextLines(
  terminal: Terminal,
  { kind }: WaitingItem,
  { isRemoved, isPolling }: { readonly isRemoved: boolean; readonly isPolling: boolean },
): readonly string[] {
  if (isRemoved) return [terminal.translate`the installation is removed, so no event tells the plugin`];
  const type = kind === 'proposal' ? 'plugin.proposal.settled' : 'plugin.source.reviewed';
  return [
    isPolling
      ? terminal.translate`${type} waits for the next poll of the plugin; "kushk dev logs" shows what the plugin then does`
      : terminal.translate`${type} is sent to the plugin; "kushk dev logs" shows its answer and what it does`,
  ];
}

function leftLines(
  terminal: Terminal,
  decision: 'apply' | 'reject',
  waiting: readonly WaitingItem[],
): readonly string[] {
  const [first] = waiting;
  if (first === undefined) return [];
  return [
    terminal.translate`next: "kushk dev ${decision} ${printable(first.id)}", ${printable(first.title)}; waiting: ${waiting.length}`,
  ];
}

async function settleAll(
  terminal: Terminal,
  client: InstanceClient,
  { ids, action, reason }: { ids: readonly string[]; action: 'apply' | 'reject'; reason: string | null },
): Promise<ExitCode> {
  const decided = await client.decideProposals(ids, { action, reason });
  const refused = decided.items.filter(({ outcome }) => outcome === 'refused');
  terminal.result(decided, table(decided.items.map(({ id, outcome, code }) => [`  ${id}`, code ?? outcome])));
  return refused.length === 0 ? EXIT.ok : EXIT.refused;
}

/** Undoes the proposal with this id, or the one that was applied last. */
export async function undoProposal(
  terminal: Terminal,
  id: string | undefined,
  options: InstalledPluginOptions,
): Promise<ExitCode> {
  const client = new InstanceClient(adminConnection(options), terminal.language);
  const { installation_id, plugin_id: pluginId } = await installationOf(client, options);
  const applied = (await client.proposals(pluginId, 'all')).filter(
    (one) => one.installation_id === installation_id && one.status === 'applied',
  );
  const proposalId = id ?? lastSettled(applied)?.id;
  if (proposalId === undefined)
    throw new Failure(phrase`no proposal of the plugin was applied`, {
      code: 'cli.nothing_waits',
      exitCode: EXIT.refused,
    });
  const proposal = await client.undoProposal(proposalId);
  const manifest = await client.manifest(installation_id);
  terminal.result(proposal, [
    `${terminal.paint('green', '✓')} ${printable(proposal.summary)}: ${terminal.translate`undone`}`,
    isListed(manifest, 'plugin.proposal.undone')
      ? terminal.translate`plugin.proposal.undone tells the plugin; "kushk dev logs" shows its answer`
      : terminal.translate`${'plugin.proposal.undone'} was not sent: events of the manifest does not list it. If the plugin needs it, write there: ${eventsLine(manifest, 'plugin.proposal.undone')}`,
  ]);
  return EXIT.ok;
}

/** Adds the reason of a rejection later: of the proposal with this id, or of the one that was rejected last. */
export async function explainRejection(
  terminal: Terminal,
  { reason, id }: { readonly reason: string; readonly id: string | undefined },
  options: InstalledPluginOptions,
): Promise<ExitCode> {
  const client = new InstanceClient(adminConnection(options), terminal.language);
  const { installation_id, plugin_id: pluginId } = await installationOf(client, options);
  const rejected = (await client.proposals(pluginId, 'all')).filter(
    (one) => one.installation_id === installation_id && one.status === 'rejected' && one.reason === null,
  );
  const proposalId = id ?? lastSettled(rejected)?.id;
  if (proposalId === undefined)
    throw new Failure(phrase`no rejected proposal of the plugin lacks a reason`, {
      code: 'cli.nothing_waits',
      exitCode: EXIT.refused,
    });
  const proposal = await client.explainRejection(proposalId, reason);
  terminal.result(proposal, [
    `${terminal.paint('green', '✓')} ${printable(proposal.summary)}: ${terminal.translate`the reason is added; "plugin.proposal.settled" comes again with revision ${proposal.revision}`}`,
  ]);
  return EXIT.ok;
}

function lastSettled(proposals: readonly ListedProposal[]): ListedProposal | undefined {
  return proposals.toSorted((one, other) => (other.settled_at ?? '').localeCompare(one.settled_at ?? ''))[0];
}

/** Null when several wait and none is named. Throws when none waits, or none has this id. */
function chosenItem(waiting: readonly WaitingItem[], id: string | undefined): WaitingItem | null {
  if (id === undefined && waiting.length > 1) return null;
  const item = id === undefined ? waiting[0] : waiting.find((one) => one.id === id);
  if (item !== undefined) return item;
  throw new Failure(
    id === undefined
      ? phrase`no proposal and no source of the plugin waits for a person`
      : phrase`no proposal and no source of the plugin with the id ${id} waits for a person`,
    {
      code: 'cli.nothing_waits',
      exitCode: EXIT.refused,
      step: phrase`"kushk dev logs" shows what the plugin proposes and brings in, and what the API answers`,
    },
  );
}

function waitingLines(waiting: readonly WaitingItem[]): readonly string[] {
  return table(waiting.map(({ kind, id, of, title }) => [`  ${id}`, kind, of, title]));
}
