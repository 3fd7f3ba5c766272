import { metaOf, no, onceOf, type RequestContext } from '@kushk/broker';
import { usageMonthOf, wallet, type GrantResource, type Once, type RequestOf } from '@kushk/contracts';
import { mapReply, streamRef, under, type Outcome } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { formatMu, parseMu } from '@kushk/manifest';
import { newId, now } from '@kushk/runtime';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { balanceToWire } from '../../hold/hold-resource.js';
import { MAX_MICRO_MU, walletStream } from '../wallet.js';
import { grantMu, type GrantMu } from './grant-mu.js';

type Grant = Pick<GrantMu, 'kind' | 'reference' | 'note' | 'by' | 'organisationId'> & {
  installationId: string;
  mu: string;
  once: Once | undefined;
};

@Controller()
export class GrantMuHandler {
  constructor(private readonly store: EventStore) {}

  @MessagePattern(wallet.purchase.subject)
  async purchase(request: RequestOf<typeof wallet.purchase>, context: RequestContext): Promise<Outcome<GrantResource>> {
    const { installation_id: installationId, organisation_id: organisationId, mu, reference, by, once } = request;
    return await this.grant(
      { kind: 'purchase', installationId, organisationId, mu, reference, note: null, by, once },
      context,
    );
  }

  @MessagePattern(wallet.gift.subject)
  async gift(request: RequestOf<typeof wallet.gift>, context: RequestContext): Promise<Outcome<GrantResource>> {
    const { installation_id: installationId, organisation_id: organisationId, mu, note, by, once } = request;
    return await this.grant(
      { kind: 'gift', installationId, organisationId, mu, reference: null, note, by, once },
      context,
    );
  }

  private async grant(
    { installationId, mu, once, ...grant }: Grant,
    context: RequestContext,
  ): Promise<Outcome<GrantResource>> {
    const microMu = parseMu(mu);
    if (microMu === null || microMu > MAX_MICRO_MU) return no('wallet.amount_invalid', { mu });
    const at = now();
    const command: GrantMu = { ...grant, id: newId('grt'), microMu, month: usageMonthOf(at), at: at.toISOString() };
    return await this.store.run({
      name: 'GrantMu',
      streams: { wallet: streamRef(walletStream, installationId) },
      decide: (states) =>
        under(
          'wallet',
          mapReply(grantMu(command, states.wallet), ({ availableMicroMu, counters }) => ({
            id: command.id,
            kind: command.kind,
            mu: formatMu(microMu),
            reference: command.reference,
            note: command.note,
            at: command.at,
            wallet: balanceToWire({ availableMicroMu, heldMicroMu: counters.held }),
          })),
        ),
      once: onceOf(once),
      meta: metaOf(context),
    });
  }
}
