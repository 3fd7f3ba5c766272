import { PassThrough } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { eventually } from '@kushk/testing';
import { httpContextOf } from './http-context.js';

function responding() {
  const raw = new PassThrough();
  raw.resume();
  return { raw, signal: httpContextOf({ headers: {} } as FastifyRequest, { raw } as unknown as FastifyReply).signal() };
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
