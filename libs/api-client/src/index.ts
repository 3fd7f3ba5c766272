/** Typed clients of the people's APIs, for the pages: same origin, session cookie, language of the document. */
import createClient, { type Client } from 'openapi-fetch';
import type { paths as InstancePaths } from './instance.generated.js';
import type { paths as OperatorPaths } from './operator.generated.js';

export type { components as InstanceComponents } from './instance.generated.js';
export type { components as OperatorComponents } from './operator.generated.js';
export { ProblemError, resultOf, type ProblemDocument } from './problem-error.js';

const options = () =>
  ({
    baseUrl: '/',
    credentials: 'same-origin',
    headers: { 'accept-language': document.documentElement.lang, 'content-type': 'application/json' },
  }) as const;

export const operator: Client<OperatorPaths> = createClient<OperatorPaths>(options());
export const instance: Client<InstancePaths> = createClient<InstancePaths>(options());
