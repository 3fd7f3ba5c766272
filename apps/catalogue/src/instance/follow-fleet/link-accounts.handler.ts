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
import { CONFIG, log, measure, now, registerDetail, type Config, type NatsOperatorConfig } from '@kushk/runtime';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { accountsOf, workFor, type LinkOfInstance, type WantedAccount } from './accounts.js';

/** So often it is looked whether the server has what it should have, also when nothing has changed: another process may have been late with something older. */
const LOOK_AT_ALL_EVERY_MS = 60_000;
const TELL_AGAIN_AFTER_MS = 60_000;

/**
 * Keeps the accounts of instances on the hub's NATS as the log says, where that runs in operator mode. Whatever cannot be
 * brought there now is brought later: the caller comes again every few seconds.
 */
@Injectable()
export class LinkAccounts implements OnApplicationShutdown {
  private readonly server: AccountServer | null;
  private readonly issuer: string;
  private readonly forget: () => void;
  /** What was wanted, over which connection and when, as everything stood as wanted. */
  private settled = { wanted: '', connection: 0, at: 0 };
  private missing = 0;
  private state = 'not looked at yet';
  private toldAt = 0;

  constructor(@Inject(CONFIG) private readonly config: Config) {
    const { natsOperator: operator, natsUrl, scope, service } = config;
    this.server = operator && new AccountServer(natsUrl, operator.system_credentials, `${scope}.${service}.accounts`);
    this.issuer = operator === null ? '' : publicKeyOf(operator.operator_signing_seed);
    this.forget =
      operator === null ? () => undefined : registerDetail('accounts of instances', () => this.standingInWords());
  }

  async onApplicationShutdown(): Promise<void> {
    this.forget();
    await this.server?.close();
  }

  /** Keys and credentials for the link of an instance, with a new account or for the one that it has; null where the hub's NATS has no accounts to give. */
  async newLink(
    id: string,
    known: LinkKeys | null,
  ): Promise<{ readonly keys: LinkKeys; readonly link: InstanceLink } | null> {
    const { natsOperator } = this.config;
    if (natsOperator === null) return null;
    const { keys, credentials } = await newLink(id, known?.account);
    return { keys, link: { url: natsOperator.leaf_url, credentials } };
  }

  /** For a person: how many accounts stand as wanted, or what keeps them. */
  standingInWords(): string {
    return this.state;
  }

  /**
   * Brings the server's accounts to what is wanted; `hasChanged` where that is surely another thing than before. Call it one
   * at a time. Fails never: what is wrong stands in log, metric and health.
   */
  async align(links: readonly LinkOfInstance[], hasChanged = false): Promise<void> {
    const { server } = this;
    const operator = this.config.natsOperator;
    if (server === null || operator === null) return;
    const wanted = JSON.stringify(links);
    try {
      const connection = await server.connected();
      const at = now().getTime();
      if (
        !hasChanged &&
        wanted === this.settled.wanted &&
        connection === this.settled.connection &&
        at - this.settled.at < LOOK_AT_ALL_EVERY_MS
      )
        return;
      const accounts = accountsOf(links, operator.hub, this.issuer);
      const { put, remove } = workFor(accounts, await this.look(server, operator));
      this.missing = put.length + remove.length;
      const refusals = [];
      for (const account of put)
        refusals.push(await this.attempt(account.id, () => this.put(server, account, operator.operator_signing_seed)));
      if (remove.length > 0)
        refusals.push(
          await this.attempt(remove.join(' '), () => this.remove(server, remove, operator.operator_signing_seed)),
        );
      const refused = refusals.filter((one) => one !== null);
      if (refused.length === 0) this.settled = { wanted, connection, at };
      this.tell(
        refused.length === 0 ? `${accounts.length - 1} stand` : `${this.missing} do not stand, refused: ${refused[0]}`,
        refused.length > 0,
      );
    } catch (error) {
      // How many it would be is not known; that there are some is, where something has changed.
      if (wanted !== this.settled.wanted) this.missing = Math.max(1, this.missing);
      log.debug({ error }, 'the accounts of instances cannot be seen to');
      this.tell(
        error instanceof AccountRefused
          ? `none are made: ${error.message}`
          : "they wait: the hub's NATS does not answer on accounts",
        true,
      );
    }
  }

  /** Tags of what the server has of the hub's account and of those of links, whoever has brought them. Throws `AccountRefused` to who is not its operator. */
  private async look(
    server: AccountServer,
    { hub, operator_signing_seed }: NatsOperatorConfig,
  ): Promise<ReadonlyMap<string, string>> {
    // It keeps an account by whomever it is signed, and finds out when somebody wants in; of who removes it asks at once.
    await server.remove(await signRemoval([], operator_signing_seed));
    const standing = new Map<string, string>();
    await Promise.all(
      (await server.list()).map(async (id) => {
        const account = readAccount((await server.lookUp(id)) ?? '');
        if (account !== null && (account.isLink || id === hub.account)) standing.set(id, account.tag);
      }),
    );
    return standing;
  }

  private async put(server: AccountServer, account: WantedAccount, seed: string): Promise<void> {
    await server.put(await signAccount(account, seed));
    this.missing--;
    log.info({ account: account.id, name: account.name }, "account on the hub's nats made or changed");
  }

  private async remove(server: AccountServer, ids: readonly string[], seed: string): Promise<void> {
    await server.remove(await signRemoval(ids, seed));
    this.missing -= ids.length;
    log.info({ accounts: ids }, "accounts on the hub's nats ended");
  }

  /** A refusal of one is no harm to the others; the reason, or null. */
  private async attempt(account: string, work: () => Promise<void>): Promise<string | null> {
    try {
      await work();
      measure.accountBrought('done');
      return null;
    } catch (error) {
      if (!(error instanceof AccountRefused)) throw error;
      measure.accountBrought('refused');
      log.error({ account, error }, "the hub's nats refuses an account: its instance cannot link");
      return error.message;
    }
  }

  private tell(state: string, isBad: boolean): void {
    measure.accountsMissing(this.missing);
    const at = now().getTime();
    const isNews = state !== this.state;
    this.state = state;
    if (!isNews && (!isBad || at - this.toldAt < TELL_AGAIN_AFTER_MS)) return;
    this.toldAt = at;
    log[isBad ? 'error' : 'info']({ state }, "accounts of instances on the hub's nats");
  }
}
