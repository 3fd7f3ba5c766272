import { PassThrough } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { eventually } from '@kushk/testing';
import { ChangeHub } from '../changes/change-hub.js';
import { httpContextOf } from './http-context.js';

function responding() {
  const raw = new PassThrough();
  raw.resume();
  const context = httpContextOf({ headers: {} } as FastifyRequest, { raw } as unknown as FastifyReply, {
    callerName: 'staff:olga',
    callerNow: () => Promise.reject(new Error('not used')),
    changes: new ChangeHub(),
  });
  return { raw, signal: context.signal() };
}

describe('the signal of a request', () => {
  it('is aborted when the connection closes before the response is sent', async () => {
    const { raw, signal } = responding();
    expect(signal.aborted).toBe(false);
    raw.destroy();
    await eventually(() => signal.aborted);
  });

  it('is not aborted when the response has been sent', async () => {
    const { raw, signal } = responding();
    raw.end('done');
    await eventually(() => raw.closed);
    expect(signal.aborted).toBe(false);
  });
});
