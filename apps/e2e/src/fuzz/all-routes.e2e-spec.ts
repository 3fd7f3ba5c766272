/**
 * Fuzzes every operation of every API document. `KUSHK_FUZZ_RUNS` sets the number of inputs (`npm run fuzz`: 100,000),
 * `KUSHK_FUZZ_SEED` repeats a run; fast-check prints the seed of a failure.
 * Inputs are not shrunk, because every try would send requests to the shared system.
 */
import { afterAll, beforeAll, describe, it } from '@jest/globals';
import type { HttpResponse } from '@kushk/testing';
import fc from 'fast-check';
import { operations, type Operation } from '../parties/api-documents.js';
import { sendTo, type Headers } from '../parties/call-operation.js';
import { granted, type Client } from '../parties/client.js';
import { operator, platform, unique } from '../parties/parties.js';
import { system } from '../system/the-system.js';
import { kindOfPathParameter } from '../tenants/kinds.js';
import { createTenant, type Tenant } from '../tenants/tenant.js';
import { inputsOf, reasonToReject, type OperationInput } from './operation-inputs.js';

const runs = Number(process.env['KUSHK_FUZZ_RUNS'] ?? 2_000);
/** The same inputs in every `npm test`; others in every `npm run fuzz`. */
const isLong = runs > 10_000;
const seed = Number(process.env['KUSHK_FUZZ_SEED'] ?? (isLong ? Date.now() % 2 ** 31 : 1_405));
const SLOW_MS = 5_000;
const TRIES = 3;
const AT_ONCE = 8;
/** The average time per input, with a margin for a machine that is busy with other work. */
const PER_INPUT_MS = 60;
const timeoutMs = 120_000 + runs * PER_INPUT_MS;

/** Operations that would end the tenant or the system get only ids that nothing has. */
const DESTRUCTIVE = /^delete |\/(pause|rotate|suspend|withdraw|reject|decline|credentials)$/;

let tenant: Tenant;
/** The operations that add to lists that other tests read, with the client and the path that remove it again. */
const removable: Readonly<Record<string, readonly [Client, string]>> = {
  'post /operator/v1/instances': [operator, '/instances'],
  'post /operator/v1/staff': [operator, '/staff'],
  'post /instance/v1/staff': [platform, '/staff'],
};
/** Removes what the inputs have created. Other tests create the same kinds of things at the same time. */
const removals: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  const organisation = granted(
    await platform.post('/organisations', { name: unique('Fuzz '), admin: { subject: 'dev|member2', name: 'x' } }),
  ).organisation as { id: string };
  tenant = await createTenant({
    recordType: 'fuzzed',
    version: '3.1.4',
    organisationId: organisation.id,
    admin: { authorization: `Bearer ${system.tokens.member2}`, 'service-organisation': organisation.id },
    // Of no other publisher: what this one is notified of would change what a test beside this one compares.
    publisherPerson: { subject: 'dev|platform', headers: bearer(system.tokens.platformAtHub) },
  });
  const roles = ['operator', 'reviewer'];
  const { id } = granted(await operator.post('/staff', { subject: 'dev|member2', name: 'x', roles })) as { id: string };
  removals.push(async () => operator.delete(`/staff/${id}`));
});
afterAll(async () => {
  await tenant?.plugin.stop();
  for (const remove of removals) await remove();
});

const bearer = (token: string): Headers => ({ authorization: `Bearer ${token}` });
/** A person of the hub whose notifications no other test reads. */
const ownStaff = bearer(system.tokens.member2AtHub);
const OWN_NOTIFICATIONS = /^\/operator\/v1\/notifications\/(?:read|preferences)$/;
/** Ends the session of the caller, or changes the caller's language: nobody whom another test needs may send it. */
const OWN_SESSION = /\/session\/(?:sign-out|preferences)$/;

function callersOf({ api, address }: Operation): readonly Headers[] {
  if (OWN_SESSION.test(address)) return [bearer('none')];
  if (OWN_NOTIFICATIONS.test(address)) return [ownStaff];
  switch (api) {
    case 'developer':
      return [tenant.publisher];
    case 'portal':
      return [tenant.publisherPerson];
    case 'operator':
      return [bearer(system.tokens.operator), bearer(system.tokens.reviewer)];
    case 'plugin':
      return [tenant.installation];
    case 'instance':
      return [tenant.admin, tenant.admin, bearer(system.tokens.platform)];
  }
}

function ownParamsOf(operation: Operation): Readonly<Record<string, string>> {
  const names = [...operation.address.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  return Object.fromEntries(
    names.flatMap((name) => {
      const [own] = tenant.ids[kindOfPathParameter(operation, name)];
      // The base of the plugin API must be right for the token to be accepted at all.
      const isBase = operation.api === 'plugin' && name === 'installation_id';
      return own === undefined || (DESTRUCTIVE.test(operation.key) && !isBase) ? [] : [[name, own]];
    }),
  );
}

/** Sends the input, again when the response is slow. An input fails the test only if every response is slow. */
async function responseTo(operation: Operation, input: OperationInput, caller: Headers): Promise<HttpResponse> {
  const send = () =>
    sendTo(operation, `${input.path}${input.search === '' ? '' : `?${input.search}`}`, {
      headers: { ...caller, ...input.headers, authorization: caller['authorization']! },
      ...(input.body !== null && { body: input.body }),
    });
  let response = await send();
  for (let tries = 1; response.durationMs > SLOW_MS && tries < TRIES; tries += 1) response = await send();
  return response;
}

async function assertSound(operation: Operation, input: OperationInput, caller: Headers): Promise<void> {
  const { status, text, durationMs } = await responseTo(operation, input, caller);
  const [remover, path] = removable[operation.key] ?? [];
  if (status === 201 && remover !== undefined) {
    const { id } = JSON.parse(text) as { readonly id: string };
    removals.push(async () => remover.delete(`${path}/${id}`));
  }
  if (status >= 500 && !/"code":"tool\./.test(text)) throw new Error(`${status} ${text}`);
  if (durationMs > SLOW_MS) throw new Error(`answered after ${durationMs} ms`);
  if (/node_modules|\.ts:\d|QueryFailedError|TypeError|postgres/.test(text) && status >= 400)
    throw new Error(`internal details: ${text}`);
  const reason = status < 300 ? reasonToReject(operation, input) : null;
  if (reason !== null) throw new Error(`${status} although ${reason}`);
}

describe(`every operation, fuzzed with seed ${seed},`, () => {
  it.each([...new Set(operations.map(({ api }) => api))])(
    'responds as its API document describes, in time, and accepts nothing that the document forbids: %s',
    async (api) => {
      const all = operations.filter((operation) => operation.api === api);
      const batches = Math.max(1, Math.round(runs / operations.length / AT_ONCE));
      for (const operation of all) {
        const input = fc.tuple(inputsOf(operation, ownParamsOf(operation)), fc.constantFrom(...callersOf(operation)));
        await fc.assert(
          fc.asyncProperty(fc.array(input, { minLength: AT_ONCE, maxLength: AT_ONCE, size: 'max' }), async (inputs) => {
            await Promise.all(inputs.map(([one, caller]) => assertSound(operation, one, caller)));
          }),
          { numRuns: batches, seed, endOnFailure: true },
        );
      }
    },
    timeoutMs,
  );
});
