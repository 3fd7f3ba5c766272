/** Typed clients of the people's APIs, for the pages: same origin, session cookie, language of the document. */
import createClient, { type Client } from 'openapi-fetch';
import { sameOriginFetch } from './same-origin-fetch.js';
import type { paths as InstancePaths } from './instance.generated.js';
import type { paths as OperatorPaths } from './operator.generated.js';
import type { paths as PortalPaths } from './portal.generated.js';

export type { components as InstanceComponents } from './instance.generated.js';
export type { components as OperatorComponents } from './operator.generated.js';
export type { components as PortalComponents } from './portal.generated.js';
export {
  currentOrganisation,
  onRequest,
  sameOriginFetch,
  setOrganisation,
  type RequestEvent,
} from './same-origin-fetch.js';
export { ownKey } from './write-keys.js';
export { ProblemError, resultOf, type ProblemDocument } from './problem-error.js';

const options = { baseUrl: '/', credentials: 'same-origin', fetch: sameOriginFetch } as const;

export const operatorApi: Client<OperatorPaths> = createClient<OperatorPaths>(options);
export const portalApi: Client<PortalPaths> = createClient<PortalPaths>(options);
export const instanceApi: Client<InstancePaths> = createClient<InstancePaths>(options);
