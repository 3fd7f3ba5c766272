/**
 * A plain Nest endpoint with one transaction per request: begin, select for update, update, insert, commit.
 * Decorators are applied by hand, because the file runs without a build.
 */
import 'reflect-metadata';
import { Body, Controller, Module, Post } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import pg from 'pg';

const pool = new pg.Pool({
  connectionString: process.env.NAIVE_DATABASE_URL,
  max: Number(process.env.NAIVE_POOL_SIZE),
});
pool.on('error', () => undefined);
await pool.query(
  'create table if not exists wallet (id text primary key, version bigint not null, consumed bigint not null)',
);
await pool.query(
  'create table if not exists entry (id text, version bigint, key text unique, data jsonb not null, at timestamptz default now(), primary key (id, version))',
);
await pool.query(`insert into wallet values ('w', 0, 0) on conflict do nothing`);

class ConsumeController {
  async consume({ count, key }) {
    const client = await pool.connect();
    try {
      await client.query('begin');
      const { rows } = await client.query({
        name: 'lock',
        text: 'select version, consumed from wallet where id = $1 for update',
        values: ['w'],
      });
      const version = Number(rows[0].version) + 1;
      const consumed = Number(rows[0].consumed) + count;
      await client.query({
        name: 'update',
        text: 'update wallet set version = $2, consumed = $3 where id = $1',
        values: ['w', version, consumed],
      });
      await client.query({
        name: 'insert',
        text: 'insert into entry (id, version, key, data) values ($1, $2, $3, $4)',
        values: ['w', version, key, { count }],
      });
      await client.query('commit');
      return { consumed };
    } catch (error) {
      await client.query('rollback');
      throw error;
    } finally {
      client.release();
    }
  }
}
Controller()(ConsumeController);
Post('consume')(
  ConsumeController.prototype,
  'consume',
  Object.getOwnPropertyDescriptor(ConsumeController.prototype, 'consume'),
);
Body()(ConsumeController.prototype, 'consume', 0);
class AppModule {}
Module({ controllers: [ConsumeController] })(AppModule);

const app = await NestFactory.create(AppModule, new FastifyAdapter(), { logger: ['error'] });
await app.listen(0, '127.0.0.1');
console.log(await app.getUrl());
