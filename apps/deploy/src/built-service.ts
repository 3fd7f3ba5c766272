/** Loads the built modules of the services, which stand beside this app (`apps/<service>/dist`). */
import { existsSync } from 'node:fs';
import type { StoreDefinition } from '@kushk/event-store';
import { readVariable } from '@kushk/runtime';
import type { Type } from '@nestjs/common';
import { EXIT, Failure } from './exit-codes.js';

/** The services that have a log. */
export const SERVICES = [
  'catalogue',
  'review',
  'installation',
  'wallet',
  'workspace',
  'delivery',
  'containers',
] as const;
export type Service = (typeof SERVICES)[number];

/** Streams, views and migrations of a service. */
export async function storeOf(service: Service): Promise<StoreDefinition> {
  return await exportOf(service, 'store.module', `${service}Store`);
}

/** The database of a service, from its environment. */
export function databaseUrlOf(service: Service): string {
  const url = readVariable('KUSHK_DATABASE_URL');
  if (!url) throw new Failure(EXIT.usage, `KUSHK_DATABASE_URL is missing: run this in the environment of ${service}`);
  return url;
}

/** The Nest module of a service. */
export async function moduleOf(service: Service): Promise<Type> {
  return await exportOf(service, `${service}.module`, `${service[0]?.toUpperCase()}${service.slice(1)}Module`);
}

/** What a built file of a service exports; `file` without its ending, below `src`. */
export async function exportOf<Value>(service: Service, file: string, name: string): Promise<Value> {
  const url = new URL(`../../${service}/dist/${file}.js`, import.meta.url);
  if (!existsSync(url)) throw new Failure(EXIT.usage, `${service} is not built: run "npm run build" first`);
  const { [name]: value } = (await import(url.href)) as Readonly<Record<string, Value | undefined>>;
  if (value === undefined) throw new Error(`${url.pathname} exports no ${name}`);
  return value;
}
