import { ControlChannel } from '@kushk/broker';
import { CONFIG, type Config } from '@kushk/runtime';
import { Inject, Injectable } from '@nestjs/common';
import type { buildConnector } from 'undici';
import { Endpoints } from '../endpoint/endpoint.view.js';
import { guardedConnector, ownAddresses, systemResolver } from '@kushk/runtime/guarded-connector';
import { DevCalls } from './dev-calls.client.js';

/** Opens the connections of every call to a plugin: to an allowed destination, or to its container. */
@Injectable()
export class PluginConnector {
  readonly connect: buildConnector.connector;
  /** Null in production. */
  readonly devCalls: DevCalls | null;

  constructor(@Inject(CONFIG) { environment }: Config, endpoints: Endpoints, channel: ControlChannel) {
    const policy = { production: environment === 'production', ownAddresses: ownAddresses() };
    this.connect = guardedConnector(policy, systemResolver(), (baseUrl) => endpoints.containerAddress(baseUrl));
    this.devCalls = environment === 'production' ? null : new DevCalls(channel);
  }
}
