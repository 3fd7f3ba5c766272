/**
 * Plain Nest endpoints that insert one row. Decorators are applied by hand, because the file runs without a build.
 */
import 'reflect-metadata';
import { Body, Controller, Module, Param, Post, Put } from '@nestjs/common';
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
await pool.query('create table if not exists record (id text primary key, body json, at timestamptz default now())');

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

class RecordController {
  async write(id, body) {
    await pool.query({ name: 'record', text: 'insert into record (id, body) values ($1, $2)', values: [id, body] });
    return { id, ...body };
  }
}
Controller()(RecordController);
Put('rows/:id')(
  RecordController.prototype,
  'write',
  Object.getOwnPropertyDescriptor(RecordController.prototype, 'write'),
);
Param('id')(RecordController.prototype, 'write', 0);
Body()(RecordController.prototype, 'write', 1);

class AppModule {}
Module({ controllers: [ReleaseController, RecordController] })(AppModule);

const app = await NestFactory.create(AppModule, new FastifyAdapter(), { logger: ['error'] });
await app.listen(0, '127.0.0.1');
console.log(await app.getUrl());
