/** The linter of OpenAPI documents. */
export { createConfig, lintFromString } from '@redocly/openapi-core';
