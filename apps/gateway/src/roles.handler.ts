/** What the gateway is in each role: its doors and its route tables. */
import { installation } from '@kushk/contracts';
import type { Broker } from '@kushk/broker';
import type { Config } from '@kushk/runtime';
import type { Doors } from './authentication/door.js';
import { openDoor } from './authentication/door.js';
import { OneQuestionForMany } from './authentication/one-question-for-many.js';
import { PersonDoor, PlatformAdminDoor, StaffDoor } from './authentication/people-doors.handler.js';
import { PluginDoor, type TokenQuestions } from './authentication/plugin-door.handler.js';
import { PublisherDoor } from './authentication/publisher-door.handler.js';
import { SignIn } from './authentication/sign-in.handler.js';
import { developerRoutes } from './developer/developer-routes.js';
import { askingFor } from './http/asking.handler.js';
import type { Route } from './http/route.js';
import { operatorRoutes } from './operator/operator-routes.js';
import { installationRoutes } from './organisation/installation-routes.js';
import { organisationRoutes } from './organisation/people-routes.js';
import { pluginRoutes } from './plugin/plugin-routes.js';
import { LastReports } from './usage/last-reports.js';
import { hubPublicRoutes, instancePublicRoutes } from './well-known/public-routes.js';

/** Whether a token is good must be known soon: who waits for one round waits at most for one more. */
const TOKENS_DEADLINE_MS = 3_000;
const TOKENS_PER_ROUND = 256;
const TOKEN_ROUNDS_AT_ONCE = 2;

/** Ways in that this role does not have are never asked for by its routes. */
const closed: Doors[keyof Doors] = { enter: () => Promise.reject(new TypeError('this role has no such door')) };

export function routesOf(config: Config): readonly Route[] {
  const production = config.environment === 'production';
  if (config.role === 'hub') return [...developerRoutes({ aliasKey: config.aliasKey, lastReports: new LastReports() }), ...operatorRoutes, ...hubPublicRoutes];
  return [...pluginRoutes, ...organisationRoutes({ production, issuer: config.oidcIssuer }), ...installationRoutes({ production }), ...instancePublicRoutes];
}

export function doorsOf(config: Config, broker: Broker): Doors {
  const signIn = new SignIn({ issuer: config.oidcIssuer, audience: config.oidcAudience });
  const none = { publisher: closed, plugin: closed, staff: closed, person: closed, platform_admin: closed, anyone: openDoor };
  if (config.role === 'hub') return { ...none, publisher: new PublisherDoor(config.pepper), staff: new StaffDoor(signIn) };
  const { pepper, sealingKeys, platformAdmins } = config;
  return {
    ...none,
    plugin: new PluginDoor({ pepper, sealingKeys }, tokenQuestions(broker)),
    person: new PersonDoor(signIn, platformAdmins),
    platform_admin: new PlatformAdminDoor(signIn, platformAdmins),
  };
}

function tokenQuestions(broker: Broker): TokenQuestions {
  return new OneQuestionForMany(
    async (questions) => {
      const ask = askingFor(broker, { actor: { kind: 'system' }, requestId: 'tokens', traceparent: null, deadlineAtMs: performance.now() + TOKENS_DEADLINE_MS });
      const { reply } = await ask(installation.authenticateTokens, { questions });
      return reply.answers;
    },
    { questionsPerRound: TOKENS_PER_ROUND, roundsAtOnce: TOKEN_ROUNDS_AT_ONCE },
    setImmediate,
  );
}
