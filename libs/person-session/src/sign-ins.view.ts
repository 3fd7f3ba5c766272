/**
 * Sign-ins that are under way at the provider. They are in a table and not in the log: anyone can begin one, nothing
 * depends on one after ten minutes, and each is read once.
 */
import { Injectable } from '@nestjs/common';
import { Column, DataSource, Entity, PrimaryColumn } from 'typeorm';

@Entity('sign_ins')
export class SignInRow {
  /** The keyed hash of the sign-in cookie and the `state` of the authorization request. */
  @PrimaryColumn('text') id: string;
  @Column('text') verifier: string;
  @Column('text') nonce: string;
  @Column('text') return_to: string;
  /** The session key of the cookie that the browser had, or null. */
  @Column('text', { nullable: true }) replaces: string | null;
  @Column('timestamptz') ends_at: Date;
}
export type SignInUnderWay = Pick<SignInRow, 'verifier' | 'nonce' | 'return_to' | 'replaces'>;

export const SIGN_IN_SECONDS = 600;
/** Rows that nobody came back for, deleted with each new one. More than one, so that the table does not grow. */
const EXPIRED_PER_INSERT = 20;

@Injectable()
export class SignIns {
  constructor(private readonly database: DataSource) {}

  /** Stores a sign-in for ten minutes. */
  async begin(id: string, { verifier, nonce, return_to, replaces }: SignInUnderWay, at: Date): Promise<void> {
    await this.database.query(
      `with expired as (delete from sign_ins where ctid = any(array(
         select ctid from sign_ins where ends_at <= $6 order by ends_at limit ${EXPIRED_PER_INSERT}
         for update skip locked)))
       insert into sign_ins (id, verifier, nonce, return_to, replaces, ends_at)
       values ($1, $2, $3, $4, $5, $6::timestamptz + interval '${SIGN_IN_SECONDS} seconds')`,
      [id, verifier, nonce, return_to, replaces, at],
    );
  }

  /** Returns a sign-in and removes it; null when it is unknown, has expired or was taken before. */
  async take(id: string, at: Date): Promise<SignInUnderWay | null> {
    const rows = await this.database.query<SignInUnderWay[]>(
      `with taken as (delete from sign_ins where id = $1 returning verifier, nonce, return_to, replaces, ends_at)
       select verifier, nonce, return_to, replaces from taken where ends_at > $2`,
      [id, at],
    );
    return rows[0] ?? null;
  }
}
