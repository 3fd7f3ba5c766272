/**
 * A plain Nest endpoint that inserts one row. Decorators are applied by hand, because the file runs without a build.
 */
import 'reflect-metadata';
import { Body, Controller, Module, Post } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import pg from 'pg';

const pool = new pg.Pool({
  connectionString: process.env.PLAIN_DATABASE_URL,
  max: Number(process.env.PLAIN_POOL_SIZE),
});
pool.on('error', () => undefined);
await pool.query(
  'create table if not exists release (plugin_id text, version text, body json not null, at timestamptz default now(), primary key (plugin_id, version))',
);

class ReleaseController {
  async submit(body) {
    const { id, version } = body.manifest;
    await pool.query({
      name: 'insert',
      text: 'insert into release (plugin_id, version, body) values ($1, $2, $3)',
      values: [id, version, body],
    });
    return { id, version, status: 'submitted' };
  }
}
Controller()(ReleaseController);
Post('releases')(
  ReleaseController.prototype,
  'submit',
  Object.getOwnPropertyDescriptor(ReleaseController.prototype, 'submit'),
);
Body()(ReleaseController.prototype, 'submit', 0);
class AppModule {}
Module({ controllers: [ReleaseController] })(AppModule);

const app = await NestFactory.create(AppModule, new FastifyAdapter(), { logger: ['error'] });
await app.listen(0, '127.0.0.1');
console.log(await app.getUrl());
