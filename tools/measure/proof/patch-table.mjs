import { availabilityDefects } from './availability-defects.mjs';
import { edgeDefects } from './hostile/planted-defects.mjs';
import { serviceDefects } from './hostile/planted-service-defects.mjs';

/**
 * Changes to built files of the system that `npm run proof` loads into a process: the planted defects, and the virtual
 * clock. `find` must occur in the built file; `patch-table.int-spec.ts` checks that it still does.
 */
export const patches = {
  ...availabilityDefects,
  ...edgeDefects,
  ...serviceDefects,

  /** The relay passes facts that it does not know, as if they were private. */
  'relay-passes-unknown': [
    {
      file: 'libs/event-store/dist/relay/relay-log.js',
      find: 'if (!(error instanceof UnknownFact)) throw error;',
      replace: 'if (error instanceof UnknownFact) { end = cursor; continue; } throw error;',
    },
  ],
  /** No defect: a later version, which pauses installations with a new type of fact and another state. */
  'next-version': [
    {
      file: 'apps/installation/dist/installation/installation.js',
      find: 'InstallationPaused: true,',
      replace: 'InstallationPaused: true, InstallationHalted: true,',
    },
    {
      file: 'apps/installation/dist/installation/installation.js',
      find: 'stateVersion: 5,',
      replace: 'stateVersion: 6,',
    },
    ...['installation.js', 'installation.public.js'].map((name) => ({
      file: `apps/installation/dist/installation/${name}`,
      find: "case 'InstallationPaused':",
      replace: "case 'InstallationPaused': case 'InstallationHalted':",
    })),
    {
      file: 'apps/installation/dist/installation/pause-installation/pause-installation.js',
      find: "type: 'InstallationPaused'",
      replace: "type: 'InstallationHalted'",
    },
    {
      file: 'apps/installation/dist/audit/installation-audit.js',
      find: "InstallationPaused: audited('installation.paused'),",
      replace:
        "InstallationPaused: audited('installation.paused'), InstallationHalted: audited('installation.paused'),",
    },
  ],
  /** A value, and a manifest, may take ten times as many steps. */
  'ten-times-the-steps': [
    { file: 'libs/manifest/dist/step-budget.js', find: 'MAX_STEPS = 10_000_000', replace: 'MAX_STEPS = 100_000_000' },
  ],
  /** Events wait for the next poll of the queue. */
  'no-wake-up': [
    {
      file: 'apps/delivery/dist/sending/delivery-workers.worker.js',
      find: 'this.events.notify(installationId);',
      replace: '',
    },
  ],
  /** One endpoint may use all concurrent attempts of the process, however slow it is. */
  'no-endpoint-limit': [
    { file: 'apps/delivery/dist/sending/channels.js', find: 'perEndpoint: 4', replace: 'perEndpoint: 256' },
    { file: 'apps/delivery/dist/sending/channels.js', find: 'perHost: 16', replace: 'perHost: 256' },
    { file: 'apps/delivery/dist/sending/endpoint-speeds.js', find: 'FIRST_SLOTS = 1', replace: 'FIRST_SLOTS = 256' },
    {
      file: 'apps/delivery/dist/sending/in-flight-counter.js',
      find: 'UNPROVED_SHARE = 1 / 2',
      replace: 'UNPROVED_SHARE = 1',
    },
    { file: 'apps/delivery/dist/sending/in-flight-counter.js', find: 'SLOW_SHARE = 3 / 8', replace: 'SLOW_SHARE = 1' },
  ],
  /** The interval between probes of a dead endpoint doubles without a maximum. */
  'uncapped-probes': [
    {
      file: 'apps/delivery/dist/sending/circuit.js',
      find: 'MAX_PROBE_INTERVAL_MS = 5 *',
      replace: 'MAX_PROBE_INTERVAL_MS = 500 *',
    },
  ],
  /** Every organisation is offered private releases. */
  'private-for-everybody': [
    {
      file: 'apps/installation/dist/listing/listing.view.js',
      find: 'if (plugins.length === 0)',
      replace: 'if (true)',
    },
  ],
  /** The suspension of a release is in force only when its installations are suspended, one by one. */
  'late-suspensions': [
    {
      file: 'apps/installation/dist/installation/installation.view.js',
      find: 'suspended.has(listingKey(row.plugin_id, row.version))',
      replace: 'false',
    },
  ],
  /** The hub does not wait for the end of the first stage. */
  'hurried-stages': [
    {
      file: 'apps/catalogue/dist/rollout/advance-rollout/advance-rollout.js',
      find: 'if (stageEnd(rollout) > new Date(at))',
      replace: 'if (rollout.stage > 0 && stageEnd(rollout) > new Date(at))',
    },
    {
      file: 'apps/catalogue/dist/rollout/rollouts.view.js',
      find: "r.state = 'running' and r.next_at <= $1",
      replace: "r.state = 'running' and $1::timestamptz is not null",
    },
  ],
  /** The hub forgets at the beginning of a stage how many installations it had reached. */
  'shrinking-stages': [
    {
      file: 'apps/catalogue/dist/rollout/advance-rollout/advance-rollout.js',
      find: 'percent: stage.percent',
      replace: 'percent: rollout.stage === 1 ? 1 : stage.percent',
    },
  ],
  /** The hub does not compare the figures with the rule of a rollout. */
  'never-halts': [
    {
      file: 'apps/catalogue/dist/rollout/halt-failing-rollout/halt-failing-rollout.js',
      find: '!isHaltDue(figures, rollout.halt)',
      replace: 'true',
    },
  ],
  /** A publisher completes what the operator has tightened. */
  'widened-by-publisher': [
    {
      file: 'apps/catalogue/dist/rollout/change-rollout/change-rollout.js',
      find: "party === 'publisher' && isTightened",
      replace: 'false',
    },
  ],
  /** An installation follows every version without the consent of its admin. */
  'return-without-consent': [
    {
      file: 'apps/installation/dist/installation/follow-version/must-consent.js',
      find: 'return problems.length > 0 ||',
      replace: 'return false &&',
    },
  ],
  /** An instance goes on with the moves of a rollout that is halted. */
  'moves-while-halted': [
    {
      file: 'apps/installation/dist/rollout/rollout.js',
      find: "case 'halted':",
      replace: "case 'halted': return true;",
    },
  ],
  /** A delivery whose process was killed is never claimed again. */
  'endless-lease': [
    {
      file: 'apps/delivery/dist/delivery/delivery-queue.view.js',
      find: 'leased_until = $6',
      replace: "leased_until = $6::timestamptz + interval '100 years'",
    },
  ],
  /** A claim reads all deliveries of an installation that are due, and not only the heads of its keys. */
  'claim-without-heads': [
    {
      file: 'apps/delivery/dist/delivery/delivery-queue.view.js',
      find: 'from queue_heads h\n      where',
      replace: `from (select q.*, (select b.sequence from delivery_queue b where b.installation_id = q.installation_id
        and b.channel = q.channel and b.order_key = q.order_key and b.dead_at is null order by b.sequence limit 1) as first
        from delivery_queue q where q.dead_at is null offset 0) h\n      where h.sequence = h.first and`,
    },
  ],
  /** The body of a response is kept up to 2 MiB instead of 64 KiB. */
  'large-bodies': [
    {
      file: 'apps/delivery/dist/outbound/sender.client.js',
      find: 'Math.min(storedBodyBytes, maxBodyBytes) - this.bytes',
      replace: '2 * 1024 * 1024 - this.bytes',
    },
    {
      file: 'apps/delivery/dist/outbound/sender.client.js',
      find: 'bytesLeft = maxBodyBytes - this.bytes',
      replace: 'bytesLeft = 2 * 1024 * 1024 - this.bytes',
    },
  ],
  /** During the overlap of a rotation, calls are signed with the new secret only. */
  'newest-secret-only': [
    {
      file: 'apps/delivery/dist/outbound/signing-secrets.js',
      find: 'Promise.all(active.map(',
      replace: 'Promise.all(active.slice(0, 1).map(',
    },
  ],
  /** The settlement of an expired hold frees what the hold reserved once more. */
  'settle-expired-as-open': [
    {
      file: 'apps/wallet/dist/hold/settle-hold/settle-hold.js',
      find: "const reservedMicroMu = hold.status === 'open' ?",
      replace: "const reservedMicroMu = hold.status === 'open' || hold.status === 'expired' ?",
    },
  ],
  /** A settlement frees what it charges, and not what the hold reserved. */
  'settle-keeps-rest-held': [
    {
      file: 'apps/wallet/dist/wallet/wallet-fold.js',
      find: 'held: totals.held - unreserved',
      replace: 'held: totals.held - (unreserved < amount ? unreserved : amount)',
    },
  ],
  /** A repeated request is charged again. */
  'forgotten-keys': [
    {
      file: 'libs/broker/dist/handlers/command-handler.js',
      find: 'idempotency: idempotencyOf(idempotency)',
      replace: 'idempotency: undefined',
    },
  ],
  /** A command is acknowledged before its commit is on the disk. */
  'asynchronous-commits': [
    {
      file: 'libs/event-store/dist/postgres/connection.js',
      find: "'synchronous_commit=on'",
      replace: "'synchronous_commit=off'",
    },
  ],
  /** The relay continues after a newest message that its log does not have. */
  'trusting-relay': [
    {
      file: 'libs/event-store/dist/relay/relay-cursor.js',
      find: 'if (last !== null && !hasLast) return null;',
      replace: '',
    },
  ],
  /** A restore recovers everything that is archived, whatever the moment. */
  'ignored-moment': [
    {
      file: 'apps/deploy/dist/backup/recovery.js',
      find: "`recovery_target_time = '${moment.toISOString().replace('Z', '+00')}'`",
      replace: '``',
    },
  ],
  /** `verify` does not compare the newest message with the log. */
  'trusting-verify': [
    {
      file: 'libs/event-store/dist/relay/inspect-log.js',
      find: 'await hasFactOf(client, message)',
      replace: 'true',
    },
  ],
  /** A restored hub numbers its status statements from where its database is. */
  'counted-statements': [
    {
      file: 'apps/catalogue/dist/release/status-change.js',
      find: 'Math.max(plugin.sequence + 1, Date.parse(at))',
      replace: 'plugin.sequence + 1',
    },
  ],
  /** An instance forwards each fact to the hub once, whatever becomes of the hub. */
  'forwarded-once': [{ file: 'libs/broker/dist/fleet/hub-epoch.js', find: 'await this.forwardAgain();', replace: '' }],
  /** The audit believes the hashes of entries. */
  'unchecked-hashes': [
    {
      file: 'apps/wallet/dist/entries/audit-entries/entry-audit.js',
      find: "!== hash) return problem('hash')",
      replace: "!== hash && false) return problem('hash')",
    },
  ],
  /** Of the decisions of one request, each begins when the one before it is stored. */
  'decisions-in-turn': [
    {
      file: 'apps/workspace/dist/proposal/decide-proposals/decide-proposals.handler.js',
      find: 'const CONCURRENT_DECISIONS = 32;',
      replace: 'const CONCURRENT_DECISIONS = 1;',
    },
  ],
  /** The process takes the time from `virtual-clock.mjs`, and its background loops wait in virtual time. */
  'virtual-clock': [
    {
      file: 'libs/runtime/dist/clock.js',
      find: 'return new Date(Date.now() + aheadMs);',
      replace: 'return realNow();',
    },
    {
      file: 'libs/runtime/dist/clock.js',
      find: 'return new Date();',
      replace: 'return new Date(globalThis.kushkVirtualClock.now());',
    },
    {
      file: 'libs/runtime/dist/signal.js',
      find: '), timeoutMs)',
      replace: '), timeoutMs / globalThis.kushkVirtualClock.rate)',
    },
  ],
};
