import type { Config } from '@kushk/runtime';
import { ABOUT_PUBLISHER_API, developerOperations } from './developer/developer-operations.js';
import { instanceChangesRoutes, operatorChangesRoutes, portalChangesRoutes } from './changes/changes-routes.js';
import { clockOperations, hubClockRoutes, instanceClockRoutes } from './clock/clock-routes.js';
import { developerRoutes, publisherRoutes } from './developer/developer-routes.js';
import type { Route } from './http/route.js';
import { openapiRoute, pluginOpenapiRoute } from './openapi/openapi-routes.js';
import { pluginWebhooks } from './openapi/webhooks.js';
import { ABOUT_OPERATOR_API, operatorOperations } from './operator/operator-operations.js';
import { operatorMailboxRoutes, operatorNotificationRoutes } from './operator/notification-routes.js';
import { operatorRoutes } from './operator/operator-routes.js';
import { registryRoutes } from './operator/registry-routes.js';
import { accessRoutes } from './organisation/access-routes.js';
import { containerRoutes } from './organisation/container-routes.js';
import { installationRoutes } from './organisation/installation-routes.js';
import { organisationRoutes } from './organisation/people-routes.js';
import { instanceAuditRoutes } from './organisation/audit-routes.js';
import { notificationRoutes } from './organisation/notification-routes.js';
import { ruleRoutes } from './organisation/rule-routes.js';
import { walletOverviewOperations, walletOverviewRoutes } from './organisation/wallet-overview-routes.js';
import { recordRoutes } from './organisation/record-routes.js';
import { sourceRoutes } from './organisation/source-routes.js';
import { frameRoutes } from './frames/frame-routes.js';
import { pageRoutes } from './frames/page-routes.js';
import { devRoutes } from './organisation/dev-routes.js';
import { handleRoutes } from './organisation/handle-routes.js';
import { ABOUT_PORTAL_API, portalOperations } from './portal/portal-operations.js';
import { portalNotificationRoutes } from './portal/portal-notification-routes.js';
import { portalRoutes } from './portal/portal-routes.js';
import { registryTokenRoutes } from './registry/registry-token-routes.js';
import { sessionRoutes } from './session/session-routes.js';
import { signInParts, type SignInParts } from './session/sign-in-parts.js';
import { instanceStaffRoutes } from './staff/staff-routes.js';
import { mcpRoutes } from './plugin/mcp/mcp-routes.js';
import { ReceivedCalls } from './plugin/received-calls.js';
import { pluginRoutes } from './plugin/plugin-routes.js';
import { deniedRoutes } from './denied-attempts/denied-routes.js';
import { HubKeys } from './well-known/hub-keys.js';
import { hubPublicRoutes, instancePublicRoutes } from './well-known/public-routes.js';

const ABOUT_INSTANCE_API =
  'For the people of an organisation. A proposal outlives the plugin that made it: one that is pending when its installation is removed can still be applied or rejected, because a person decides it.';

/** What the routes of one gateway remember. */
interface Remembered {
  readonly received: ReceivedCalls;
  readonly keys: HubKeys;
}

/** Returns the route tables of the role, each with its OpenAPI document. */
export function routeTables(
  config: Config,
  signIn: SignInParts = signInParts(config),
  { received = new ReceivedCalls('none'), keys = new HubKeys() }: Partial<Remembered> = {},
): readonly Route[] {
  const sessions = sessionRoutes({ role: config.role, ...signIn });
  return config.role === 'hub' ? hubRoutes(config, { sessions, keys }) : instanceRoutes(config, { sessions, received });
}

function hubRoutes(
  { baseUrl, environment, registryUrl }: Config,
  { sessions, keys }: { readonly sessions: readonly Route[]; readonly keys: HubKeys },
): readonly Route[] {
  const ofPublishers = publisherRoutes();
  const developer = developerRoutes(ofPublishers);
  const portal = [...portalRoutes(ofPublishers, { registryUrl }), ...portalNotificationRoutes, ...portalChangesRoutes];
  const operator = [
    ...operatorRoutes,
    ...operatorNotificationRoutes,
    ...registryRoutes,
    ...deniedRoutes,
    ...(environment === 'production' ? [] : [...hubClockRoutes, ...operatorMailboxRoutes]),
    ...sessions,
    ...operatorChangesRoutes,
  ];
  return [
    ...developer,
    openapiRoute('/developer/v1', developer, {
      title: 'Kushk publisher API',
      description: ABOUT_PUBLISHER_API,
      server: baseUrl,
      serverPath: '',
      operations: developerOperations,
    }),
    ...portal,
    openapiRoute('/portal/v1', portal, {
      title: 'Kushk portal API',
      description: ABOUT_PORTAL_API,
      server: baseUrl,
      serverPath: '',
      operations: portalOperations,
    }),
    ...operator,
    openapiRoute('/operator/v1', operator, {
      title: 'Kushk operator API',
      description: ABOUT_OPERATOR_API,
      server: baseUrl,
      serverPath: '',
      operations: { ...operatorOperations, ...(environment === 'production' ? {} : clockOperations('/operator/v1')) },
    }),
    ...hubPublicRoutes(keys),
    ...registryTokenRoutes,
  ];
}

function instanceRoutes(
  { environment, oidcIssuer, serviceOrigin, containers }: Config,
  { sessions, received }: { readonly sessions: readonly Route[]; readonly received: ReceivedCalls },
): readonly Route[] {
  const production = environment === 'production';
  const people = [
    ...organisationRoutes({ production, issuer: oidcIssuer }),
    ...recordRoutes,
    ...sourceRoutes,
    ...ruleRoutes,
    ...notificationRoutes,
    ...instanceAuditRoutes({ hasContainers: containers.driver !== 'off' }),
    ...installationRoutes({ production }),
    ...walletOverviewRoutes,
    ...accessRoutes,
    ...containerRoutes(containers),
    ...(production ? [] : [...devRoutes(received), ...instanceClockRoutes]),
    ...handleRoutes,
    ...pageRoutes({ serviceOrigin }),
    ...instanceStaffRoutes,
    ...sessions,
    ...instanceChangesRoutes,
  ];
  const plugins = {
    title: 'Kushk plugin API',
    description:
      'The API for installed plugins. `webhooks` describes the calls in the other direction, from this service to the plugin.',
    webhooks: pluginWebhooks(),
    operations: {
      'GET /events': {
        description: '',
        query: { after: '`next_after` of the page before; absent or empty for the oldest event that is kept' },
      },
    },
    server: `${serviceOrigin}/i/{installation_id}/plugin/v1`,
    serverPath: '/i/:installation_id/plugin/v1',
  };
  const forPlugins = [...pluginRoutes, ...mcpRoutes({ serviceOrigin })];
  return [
    ...forPlugins,
    pluginOpenapiRoute(forPlugins, plugins),
    openapiRoute('/plugin/v1', forPlugins, plugins),
    ...people,
    openapiRoute('/instance/v1', people, {
      title: 'Kushk instance API',
      description: ABOUT_INSTANCE_API,
      server: serviceOrigin,
      serverPath: '',
      operations: { ...walletOverviewOperations, ...(production ? {} : clockOperations('/instance/v1')) },
    }),
    ...frameRoutes({ serviceOrigin }),
    ...instancePublicRoutes,
  ];
}
