/**
 * The addresses of people, sealed. They are in a table and not in the log, from which nothing can be deleted: an
 * address is replaced with each sign-in, and deleted when the person has left or the provider no longer verifies it.
 */
import { seal, SealBroken, unseal, type SealingKey } from '@kushk/credentials';
import type { Identity } from '@kushk/person-session';
import { CONFIG, type Config } from '@kushk/runtime';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

@Injectable()
export class MailAddresses {
  private readonly keys: readonly SealingKey[];

  constructor(
    private readonly database: DataSource,
    @Inject(CONFIG) { contentKeys }: Config,
  ) {
    this.keys = contentKeys;
  }

  /** Replaces the address of a person; null deletes it. */
  async store({ issuer, subject }: Identity, address: string | null): Promise<void> {
    if (address === null) {
      await this.database.query('delete from mail_addresses where issuer = $1 and subject = $2', [issuer, subject]);
      return;
    }
    await this.database.query(
      `insert into mail_addresses (issuer, subject, sealed) values ($1, $2, $3)
       on conflict (issuer, subject) do update set sealed = excluded.sealed`,
      [issuer, subject, await seal(this.keys, { address }, contextOf({ issuer, subject }))],
    );
  }

  /** Null when its key is gone: the next sign-in stores the address again. */
  async open(identity: Identity, sealed: string): Promise<string | null> {
    try {
      return (await unseal<{ address: string }>(this.keys, sealed, contextOf(identity))).address;
    } catch (error) {
      if (error instanceof SealBroken) return null;
      throw error;
    }
  }
}

const contextOf = ({ issuer, subject }: Identity): string => `mail-address:${issuer} ${subject}`;
