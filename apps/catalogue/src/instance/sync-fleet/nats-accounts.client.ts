import { AccountRefused, AccountServer } from '@kushk/broker';
import type { InstanceLink } from '@kushk/contracts';
import {
  newLink,
  publicKeyOf,
  readAccount,
  signAccount,
  signRemoval,
  type LinkKeys,
} from '@kushk/credentials/nats-accounts';
import { CONFIG, log, measure, realNow, registerDetail, type Config, type NatsOperatorConfig } from '@kushk/runtime';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import {
  accountChanges,
  expectedAccounts,
  type AccountChanges,
  type ExpectedAccount,
  type InstanceWithLink,
} from './account-changes.js';

/**
 * Maximum time between two comparisons with the accounts on the server. Even without a change of the instances, a
 * slow process may have overwritten an account with an older version.
 */
const FULL_CHECK_EVERY_MS = 60_000;
/** A failure that stays the same is logged again after this time. */
const REPEAT_LOG_AFTER_MS = 60_000;

/**
 * Manages the accounts of instances on the hub's NATS, if the hub's NATS runs in operator mode. The caller repeats
 * the synchronisation every few seconds, so a later run corrects a failed one.
 */
@Injectable()
export class NatsAccounts implements OnApplicationShutdown {
  private readonly server: AccountServer | null;
  private readonly issuer: string;
  private readonly unregisterDetail: () => void;
  /** The instances, the connection and the time of the last complete synchronisation. */
  private lastSync = { expected: '', connection: 0, at: 0 };
  /** The number of accounts that differ from the expected ones. */
  private missing = 0;
  private state = 'not checked yet';
  private loggedAt = 0;

  constructor(@Inject(CONFIG) private readonly config: Config) {
    const { natsOperator: operator, natsUrl, scope, service } = config;
    this.server = operator && new AccountServer(natsUrl, operator.system_credentials, `${scope}.${service}.accounts`);
    this.issuer = operator === null ? '' : publicKeyOf(operator.operator_signing_seed);
    this.unregisterDetail =
      operator === null ? () => undefined : registerDetail('instance accounts', () => this.describeState());
  }

  async onApplicationShutdown(): Promise<void> {
    this.unregisterDetail();
    await this.server?.close();
  }

  /**
   * Creates the keys and credentials of an instance's link to the hub. They are for the existing account of the
   * instance, or for a new one. Returns null when the hub's NATS does not run in operator mode.
   */
  async newLink(
    id: string,
    known: LinkKeys | null,
  ): Promise<{ readonly keys: LinkKeys; readonly link: InstanceLink } | null> {
    const { natsOperator } = this.config;
    if (natsOperator === null) return null;
    const { keys, credentials } = await newLink(id, known?.account);
    return { keys, link: { url: natsOperator.leaf_url, credentials } };
  }

  /** Describes how many accounts are in sync, or what prevents it, as text for people. */
  describeState(): string {
    return this.state;
  }

  /**
   * Updates the accounts on the server to match the instances. `hasChanged` forces a run even if the instances are
   * the same as in the last synchronisation. Calls must not overlap. Never throws: failures appear in the log, the
   * metrics and the health report.
   */
  async sync(instances: readonly InstanceWithLink[], hasChanged = false): Promise<void> {
    const { server } = this;
    const operator = this.config.natsOperator;
    if (server === null || operator === null) return;
    const expected = JSON.stringify(instances);
    try {
      const connection = await server.connected();
      const at = realNow().getTime();
      if (!hasChanged && this.isInSync(expected, connection, at)) return;
      const accounts = expectedAccounts(instances, operator.hub, this.issuer);
      const changes = accountChanges(accounts, await this.actualTags(server, operator));
      const refusals = await this.apply(server, changes, operator.operator_signing_seed);
      if (refusals.length === 0) this.lastSync = { expected, connection, at };
      this.report(
        refusals.length === 0
          ? `${accounts.length - 1} in sync`
          : `${this.missing} not in sync, refused: ${refusals[0]}`,
        refusals.length > 0,
      );
    } catch (err) {
      // The number of accounts that differ is unknown, but at least one differs when the instances have changed.
      if (expected !== this.lastSync.expected) this.missing = Math.max(1, this.missing);
      log.debug({ err }, 'account synchronisation failed');
      this.report(
        err instanceof AccountRefused
          ? `all refused: ${err.message}`
          : "waiting: the hub's NATS does not respond on accounts",
        true,
      );
    }
  }

  private isInSync(expected: string, connection: number, at: number): boolean {
    const { lastSync } = this;
    return (
      expected === lastSync.expected && connection === lastSync.connection && at - lastSync.at < FULL_CHECK_EVERY_MS
    );
  }

  /**
   * Maps the id of each account on the server (the hub's account and the link accounts) to its `tag`. Throws
   * `AccountRefused` when the server does not trust the configured NATS operator.
   */
  private async actualTags(
    server: AccountServer,
    { hub, operator_signing_seed }: NatsOperatorConfig,
  ): Promise<ReadonlyMap<string, string>> {
    // The server verifies the signature of a removal at once, so an empty removal shows whether the server trusts the
    // operator key. The signature of a stored account is verified only when a client logs in.
    await server.remove(await signRemoval([], operator_signing_seed));
    const tags = new Map<string, string>();
    await Promise.all(
      (await server.list()).map(async (id) => {
        const account = readAccount((await server.lookUp(id)) ?? '');
        if (account !== null && (account.isLink || id === hub.account)) tags.set(id, account.tag);
      }),
    );
    return tags;
  }

  /** Applies all changes. Returns the server's reasons for the changes that it rejected. */
  private async apply(server: AccountServer, { put, remove }: AccountChanges, seed: string): Promise<string[]> {
    this.missing = put.length + remove.length;
    const refusals: (string | null)[] = [];
    for (const account of put) refusals.push(await this.attempt(account.id, () => this.put(server, account, seed)));
    if (remove.length > 0) refusals.push(await this.attempt(remove.join(' '), () => this.remove(server, remove, seed)));
    return refusals.filter((reason) => reason !== null);
  }

  private async put(server: AccountServer, account: ExpectedAccount, seed: string): Promise<void> {
    await server.put(await signAccount(account, seed));
    this.missing -= 1;
    log.info({ account: account.id, name: account.name }, 'nats account put');
  }

  private async remove(server: AccountServer, ids: readonly string[], seed: string): Promise<void> {
    await server.remove(await signRemoval(ids, seed));
    this.missing -= ids.length;
    log.info({ accounts: ids }, 'nats accounts removed');
  }

  /**
   * Returns the reason when the server rejects the change, else null. A rejected change does not affect the other
   * accounts.
   */
  private async attempt(account: string, change: () => Promise<void>): Promise<string | null> {
    try {
      await change();
      measure.accountChanged('done');
      return null;
    } catch (err) {
      if (!(err instanceof AccountRefused)) throw err;
      measure.accountChanged('refused');
      log.error({ account, err }, 'nats account refused, its instance cannot link');
      return err.message;
    }
  }

  private report(state: string, isFailure: boolean): void {
    measure.accountsMissing(this.missing);
    const at = realNow().getTime();
    const isNew = state !== this.state;
    this.state = state;
    if (!isNew && (!isFailure || at - this.loggedAt < REPEAT_LOG_AFTER_MS)) return;
    this.loggedAt = at;
    log[isFailure ? 'error' : 'info']({ state }, 'nats accounts of instances synchronised');
  }
}
