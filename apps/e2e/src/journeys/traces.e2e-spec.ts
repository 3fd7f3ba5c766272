/** Tests that one trace contains all processes from the caller's request to the call to the plugin. */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { responses, eventually, RecordingPlugin, type RecordedCall } from '@kushk/testing';
import { clientOf, granted, type Body } from '../parties/client.js';
import { installed, manifestOf, type Installed } from '../parties/invoices.js';
import { member, newPublisher, pluginApi, unique } from '../parties/parties.js';
import type { Span } from '../system/otlp.js';
import { system } from '../system/the-system.js';

const collector = clientOf(system.collectorUrl);

/** Starts a trace, as a browser or a CI job does. */
function newTrace() {
  const [traceId, spanId] = [randomBytes(16).toString('hex'), randomBytes(8).toString('hex')];
  return { traceId, spanId, headers: { traceparent: `00-${traceId}-${spanId}-01` } };
}

/** The ancestors of the span that made this call, nearest first, up to the span that the test created. */
async function pathOf(
  call: RecordedCall,
  begun: { readonly traceId: string; readonly spanId: string },
): Promise<readonly Span[]> {
  const [, traceId, spanId] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-01$/.exec(String(call.headers['traceparent'])) ?? [];
  expect([call.headers['traceparent'], traceId]).toEqual([expect.any(String), begun.traceId]);
  return eventually(async () => {
    const spans = granted(await collector.get(`/traces/${begun.traceId}`)) as Span[];
    const path: Span[] = [];
    for (let at = spanId; at !== begun.spanId; at = path.at(-1)!.parentSpanId) {
      const span = spans.find((one) => one.spanId === at);
      if (span === undefined) return null;
      path.push(span);
    }
    return path;
  });
}

const readLog = (process: string): readonly Body[] =>
  readFileSync(join(system.dataDir, 'logs', `${process.replace(' ', '-')}.log`), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Body);

/** The process names of a path of spans, without consecutive repetitions. */
const processesOf = (path: readonly Span[]): readonly string[] =>
  path.map(({ service }) => service).filter((service, index, all) => service !== all[index - 1]);

describe('a trace', () => {
  let plugin: RecordingPlugin;
  let here: Installed;

  beforeAll(async () => {
    const [started, publisher] = await Promise.all([RecordingPlugin.start(), newPublisher('traces')]);
    plugin = started;
    here = await installed(
      publisher,
      plugin,
      manifestOf({ id: `ir.${unique('traces')}.invoices`, publisher: publisher.id, baseUrl: plugin.baseUrl }),
    );
  });
  afterAll(() => plugin.stop());

  it('connects the request that applies a proposal with the event that the plugin receives', async () => {
    const proposal = granted(
      await here.api.post('/proposals', {
        external_id: 'traced',
        record_type: 'case',
        action: 'create',
        changes: { title: 'Traced' },
        summary: 'x',
      }),
    );
    const begun = newTrace();
    granted(await member.post(`/proposals/${proposal.id}/apply`).set(begun.headers));
    const path = await pathOf(
      await plugin.call('/service/events', ({ json }) => (json['data'] as Body).external_id === 'traced'),
      begun,
    );
    expect(processesOf(path)).toEqual(['kushk-delivery', 'kushk-workspace', 'kushk-gateway']);
    for (const process of ['instance gateway', 'workspace', 'delivery'])
      await eventually(() => readLog(process).some(({ trace_id }) => trace_id === begun.traceId));
    const names = path.map(({ name }) => name).reverse();
    expect(names).toEqual(
      expect.arrayContaining([
        'POST /instance/v1/proposals/:id/apply',
        expect.stringMatching(/^request .*proposal\.apply$/),
        expect.stringMatching(/^respond .*proposal\.apply$/),
        'react on-proposal-settled',
        'call plugin plugin.proposal.settled',
      ]),
    );
  });

  it("connects the assistant's request with the plugin's tool call and the requests that the tool makes", async () => {
    const begun = newTrace();
    plugin.respond(
      '/service/tools/find_invoice',
      responses.choose(async ({ headers, json }) => {
        const onBehalf = pluginApi(here.credentials, {
          'service-handle': json['handle'] as string,
          traceparent: String(headers['traceparent']),
        });
        return responses.content((await onBehalf.get('/people')).status);
      }),
    );
    expect(
      granted(
        await member
          .post(`/installations/${here.id}/tools/find_invoice`, { arguments: { number: '1' } })
          .set(begun.headers),
      ),
    ).toEqual({ content: 200 });
    const path = await pathOf(await plugin.call('/service/tools/find_invoice'), begun);
    expect(processesOf(path)).toEqual(['kushk-delivery', 'kushk-gateway']);
    // Every process exports its spans by itself, so a parent may arrive after its child.
    await eventually(async () => {
      const spans = granted(await collector.get(`/traces/${begun.traceId}`)) as Span[];
      expect(spans.some(({ service, name }) => service === 'kushk-workspace' && name.includes('person'))).toBe(true);
      const known = new Set([begun.spanId, ...spans.map(({ spanId }) => spanId)]);
      for (const { name, parentSpanId } of spans) expect([name, known.has(parentSpanId)]).toEqual([name, true]);
      expect(new Set(spans.map(({ service }) => service))).toEqual(
        new Set(['kushk-gateway', 'kushk-installation', 'kushk-workspace', 'kushk-delivery']),
      );
      return true;
    });
  });
});
