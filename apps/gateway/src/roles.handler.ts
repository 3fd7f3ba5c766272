/** What the gateway is in each role: its doors and its route tables. */
import { installation } from '@kushk/contracts';
import type { Broker } from '@kushk/broker';
import { Refused } from '@kushk/edge';
import type { Config } from '@kushk/runtime';
import type { Doors } from './authentication/door.js';
import { openDoor } from './authentication/door.js';
import { OneQuestionForMany } from './authentication/one-question-for-many.js';
import { PersonDoor, PlatformAdminDoor, StaffDoor } from './authentication/people-doors.handler.js';
import { PluginDoor, type TokenQuestions } from './authentication/plugin-door.handler.js';
import { PublisherDoor } from './authentication/publisher-door.handler.js';
import { SignIn } from './authentication/sign-in.handler.js';
import { developerRoutes } from './developer/developer-routes.js';
import { ABOUT_PUBLISHER_API, developerWords } from './developer/developer-words.js';
import { askingFor } from './http/asking.handler.js';
import { REQUEST_DEADLINE_MS, type Route } from './http/route.js';
import { describedAt, describedToPlugins } from './openapi/openapi-routes.js';
import { operatorRoutes } from './operator/operator-routes.js';
import { ABOUT_OPERATOR_API, operatorWords } from './operator/operator-words.js';
import { installationRoutes } from './organisation/installation-routes.js';
import { organisationRoutes } from './organisation/people-routes.js';
import { pluginRoutes } from './plugin/plugin-routes.js';
import { hubPublicRoutes, instancePublicRoutes } from './well-known/public-routes.js';

/** Whether a token is good must be known soon: who waits for one round waits at most for one more. */
const TOKENS_DEADLINE_MS = 3_000;
const TOKENS_PER_ROUND = 256;
const TOKEN_ROUNDS_AT_ONCE = 2;
/** Who is in no round by then is told so: with the round that might still have come, it would be later than a request may be answered. */
const TOKENS_PATIENCE_MS = REQUEST_DEADLINE_MS - TOKENS_DEADLINE_MS - 1_000;

/** What stands over the operations of people, where it belongs to none of them alone. */
const FOR_PEOPLE =
  'For the people of an organisation. A proposal outlives the plugin that made it: one that is pending when its installation is removed can still be applied or rejected, since a person decides and no plugin.';

/** Ways in that this role does not have are never asked for by its routes. */
const closed: Doors[keyof Doors] = { enter: () => Promise.reject(new TypeError('this role has no such door')) };

/** The route tables of the role, each with its description. */
export function routesOf(config: Config): readonly Route[] {
  return config.role === 'hub' ? hubRoutes(config) : instanceRoutes(config);
}

function hubRoutes({ aliasKey, baseUrl }: Config): readonly Route[] {
  const developer = developerRoutes({ aliasKey });
  return [
    ...developer,
    describedAt('/developer/v1', developer, {
      title: 'Kushk publisher API',
      description: ABOUT_PUBLISHER_API,
      server: baseUrl,
      without: '',
      words: developerWords,
    }),
    ...operatorRoutes,
    describedAt('/operator/v1', operatorRoutes, {
      title: 'Kushk operator API',
      description: ABOUT_OPERATOR_API,
      server: baseUrl,
      without: '',
      words: operatorWords,
    }),
    ...hubPublicRoutes,
  ];
}

function instanceRoutes({ environment, oidcIssuer, serviceOrigin }: Config): readonly Route[] {
  const production = environment === 'production';
  const people = [...organisationRoutes({ production, issuer: oidcIssuer }), ...installationRoutes({ production })];
  const plugins = {
    title: 'Kushk plugin API',
    description: 'What an installed plugin calls.',
    server: `${serviceOrigin}/i/{installation_id}/plugin/v1`,
    without: '/i/:installation_id/plugin/v1',
  };
  return [
    ...pluginRoutes,
    describedToPlugins(pluginRoutes, plugins),
    describedAt('/plugin/v1', pluginRoutes, plugins),
    ...people,
    describedAt('/instance/v1', people, {
      title: 'Kushk instance API',
      description: FOR_PEOPLE,
      server: serviceOrigin,
      without: '',
    }),
    ...instancePublicRoutes,
  ];
}

export function doorsOf(config: Config, broker: Broker): Doors {
  const signIn = new SignIn({ issuer: config.oidcIssuer, audience: config.oidcAudience });
  const none = {
    publisher: closed,
    plugin: closed,
    staff: closed,
    person: closed,
    platform_admin: closed,
    anyone: openDoor,
  };
  if (config.role === 'hub')
    return { ...none, publisher: new PublisherDoor(config.pepper), staff: new StaffDoor(signIn) };
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
      const ask = askingFor(broker, {
        actor: { kind: 'system' },
        requestId: 'tokens',
        traceparent: null,
        deadlineAtMs: performance.now() + TOKENS_DEADLINE_MS,
      });
      const { reply } = await ask(installation.authenticateTokens, { questions });
      return reply.answers;
    },
    { questionsPerRound: TOKENS_PER_ROUND, roundsAtOnce: TOKEN_ROUNDS_AT_ONCE, patienceMs: TOKENS_PATIENCE_MS },
    {
      later: setImmediate,
      after: (ms, run) => void setTimeout(run, ms).unref(),
      nowMs: () => performance.now(),
      unanswered: () => Refused.unavailable('installation'),
    },
  );
}
