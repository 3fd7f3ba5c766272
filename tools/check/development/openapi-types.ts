/** Generates TypeScript types from OpenAPI documents. */
export { default as openapiTypes, astToString } from 'openapi-typescript';
