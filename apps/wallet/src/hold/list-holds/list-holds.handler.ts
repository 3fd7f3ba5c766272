import { respond } from '@kushk/broker';
import { encodeCursor, keyAfterCursor, wallet, type ReplyOf, type RequestOf } from '@kushk/contracts';
import { refuse, type Outcome } from '@kushk/decider';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { listedHold } from '../hold-to-wire.js';
import { HoldList } from './hold-list.view.js';

/** Lists the holds of a wallet, newest first. */
@Controller()
export class ListHoldsHandler {
  constructor(private readonly holds: HoldList) {}

  @MessagePattern(wallet.listHolds.subject)
  async handle(request: RequestOf<typeof wallet.listHolds>): Promise<Outcome<ReplyOf<typeof wallet.listHolds>>> {
    const after = keyAfterCursor(request.cursor);
    if (after === undefined) return refuse('cursor.invalid');
    const { installation_id: installationId, status, limit } = request;
    const found = await this.holds.list({ installationId, after, status, limit });
    return respond({
      items: found.holds.map((hold) => listedHold(hold, hold.status)),
      next_cursor: found.next === null ? null : encodeCursor(found.next),
    });
  }
}
