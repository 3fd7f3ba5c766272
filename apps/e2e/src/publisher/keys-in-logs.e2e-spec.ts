/** Tests that no process logs a publisher key, whether it is sent correctly, malformed, or in the wrong place. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { eventually } from '@kushk/testing';
import { clientOf, granted, verdict } from '../parties/client.js';
import { newPublisher, operator, publisherApi, unique } from '../parties/parties.js';
import { system } from '../system/the-system.js';

const PREFIX_CHARACTERS = 3;

/** Every log file below the system's data folder: the logs of the services, the servers and the supervisor. */
function logs(): string {
  const files = readdirSync(system.dataDir, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.log'),
  );
  expect(files.some((name) => name.includes('gateway'))).toBe(true);
  return files.map((name) => readFileSync(join(system.dataDir, name), 'utf8')).join('\n');
}

describe('the logs', () => {
  it('contain no part of a publisher key, in whatever part of a request it was sent', async () => {
    const { id, key } = await newPublisher('discreet');
    const wrongChecksum = key.slice(0, -1) + (key.endsWith('a') ? 'b' : 'a');
    const open = clientOf(`${system.hub}/developer/v1`);
    const sent = [
      await publisherApi(key).get('/me'),
      await publisherApi(wrongChecksum).get('/me'),
      await open.get(`/me?access_token=${key}`),
      await open.get(`/releases/${key}/1.0.0`),
      await open.get('/me').set('x-request-id', key),
      await open.get('/me').set('authorization', `Basic ${key}`),
      await publisherApi(key).post('/releases', { [key]: true }),
      await publisherApi(key).post('/releases', { manifest: { id: key, version: key } }),
      await publisherApi(key).get(`/releases/${key}/${key}`),
      await publisherApi(key).get(`/usage?month=${key}`),
      await publisherApi(key).post('/checks', {}).set('idempotency-key', key),
    ];
    expect(sent.map(verdict)).toEqual([
      '200',
      ...Array<string>(5).fill('401 auth.publisher_key_invalid'),
      '422 request.invalid',
      '422 catalogue.manifest_invalid',
      '404 catalogue.release_not_found',
      '401 auth.publisher_key_invalid',
      '422 catalogue.manifest_invalid',
    ]);
    const [issued] = granted(await operator.get(`/publishers/${id}/keys`)).items;
    expect(verdict(await operator.delete(`/publishers/${id}/keys/${issued.id}`))).toBe('204');
    const last = unique('last-request-');
    expect(verdict(await publisherApi(key).get('/me').set('x-request-id', last))).toBe(
      '401 auth.publisher_key_invalid',
    );
    const written = await eventually(() => {
      const text = logs();
      return text.includes(last) ? text : null;
    });
    for (const secret of [key, wrongChecksum]) expect(written.includes(secret.slice(PREFIX_CHARACTERS))).toBe(false);
  });
});
