import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Controller, Module, type INestMicroservice } from '@nestjs/common';
import { EventPattern, MessagePattern } from '@nestjs/microservices';
import { NodeSDK, type NodeSDKConfiguration } from '@opentelemetry/sdk-node';
import { command, publicFact } from '@kushk/contracts';
import type { Outcome } from '@kushk/decider';
import { factHeaders, FACT_STREAM, type FactStream } from '@kushk/event-store/fact-stream';
import { createService, inSpan, newId, readConfig, SpanKind, startTracing } from '@kushk/runtime';
import { eventually } from '@kushk/testing';
import { respond, Broker, BrokerModule, createStreams, type FactContext, type RequestContext } from '../index.js';

type SpanProcessor = NonNullable<NodeSDKConfiguration['spanProcessors']>[number];
type EndedSpan = Parameters<SpanProcessor['onEnd']>[0];

const scope = `t${newId('ins').slice(-12)}`;
const place = command<object, null>('wallet', 'hold.place');
const placed = publicFact<{ n: number }>('wallet', 'hold.placed');
/**
 * The trace context of the command. In production the event store stores it with the fact, in `FactMeta.traceparent`.
 */
let stored: string | undefined;
const reacted: FactContext[] = [];

@Controller()
class Holds {
  @MessagePattern(place.subject)
  async place(_request: object, request: RequestContext): Promise<Outcome<null>> {
    stored = request.traceparent;
    return respond(null);
  }

  @EventPattern<string>(placed.subject, { reaction: 'on-hold-placed' })
  async react(_data: { n: number }, fact: FactContext): Promise<void> {
    reacted.push(fact);
  }
}

@Module({ imports: [BrokerModule], controllers: [Holds] })
class HoldModule {}

describe('a trace', () => {
  const spans: EndedSpan[] = [];
  const collect: SpanProcessor = {
    onStart: () => undefined,
    onEnd: (span) => void spans.push(span),
    forceFlush: async () => undefined,
    shutdown: async () => undefined,
  };
  const sdk = new NodeSDK({
    spanProcessors: [collect],
    instrumentations: [],
    metricReaders: [],
    logRecordProcessors: [],
    autoDetectResources: false,
  });
  let app: INestMicroservice;

  beforeAll(async () => {
    sdk.start();
    startTracing();
    const config = readConfig({
      KUSHK_SERVICE: 'wallet',
      KUSHK_SCOPE: scope,
      KUSHK_NATS_URL: process.env['KUSHK_TEST_NATS_URL'],
      KUSHK_ENVIRONMENT: 'test',
      KUSHK_DATABASE_URL: 'postgres://nobody@127.0.0.1/none',
      KUSHK_HEALTH_PORT: '1',
    });
    await createStreams({ url: config.natsUrl, scope, services: ['wallet'] });
    app = await createService(HoldModule, config);
    await app.listen();
  });
  afterAll(async () => {
    await app.close();
    await sdk.shutdown();
  });

  it('continues from the caller to the handler and, through the stored fact, to the reaction', async () => {
    const broker = app.get(Broker, { strict: false });
    await inSpan('POST /wallet/holds', { kind: SpanKind.SERVER }, () =>
      broker.request(place, {}, { actor: { kind: 'system' }, requestId: 'req_1' }),
    );
    const stream = app.get<FactStream>(FACT_STREAM, { strict: false });
    await stream.publish(
      [
        {
          subject: `${scope}.${placed.subject}.h1`,
          eventId: 'evt_1',
          body: '{"n":1}',
          headers: { [factHeaders.stream]: 'hold-h1', [factHeaders.traceparent]: String(stored) },
        },
      ],
      0,
    );
    await eventually(() => reacted.length === 1);
    await eventually(() => spans.length === 4);
    const [http, request, handled, reaction] = [
      'POST /wallet/holds',
      `request ${place.subject}`,
      `respond ${place.subject}`,
      'react on-hold-placed',
    ].map((name) => spans.find((span) => span.name === name));
    expect(new Set(spans.map((span) => span.spanContext().traceId)).size).toBe(1);
    expect(request?.parentSpanContext?.spanId).toBe(http?.spanContext().spanId);
    expect(handled?.parentSpanContext?.spanId).toBe(request?.spanContext().spanId);
    expect(reaction?.parentSpanContext?.spanId).toBe(handled?.spanContext().spanId);
    expect(reacted[0]?.traceparent).toBe(`00-${http?.spanContext().traceId}-${reaction?.spanContext().spanId}-01`);
  });
});
